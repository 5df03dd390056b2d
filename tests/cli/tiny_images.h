#pragma once
#include <filesystem>
#include <string>

namespace trainer::test {

/// A square image of one colour with some noise, as a Windows bitmap (24 bits).
std::string bitmap(int size, int red, int green, int blue, unsigned noise_seed);

/// `folder`/{train,validation,test}/{cat,dog}/…bmp: reddish cats and bluish dogs, easy to learn.
void write_photos(const std::filesystem::path& folder, int train_images_per_class = 12);

}  // namespace trainer::test
