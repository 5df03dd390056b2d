#include <exception>
#include <iostream>
#include <string>

#include <ATen/Parallel.h>

#include "parity/comparisons.h"

/// parity_compare FOLDER [STATES]: computes what PyTorch computed into FOLDER, and compares; writes
/// the optimizers' files to the folder STATES. Exit code 1 when something is off.
int main(int count, char** arguments) {
  if (count < 2 || count > 3) {
    std::cerr << "usage: parity_compare FOLDER [STATES]\n";
    return 2;
  }
  at::set_num_threads(1);
  try {
    const trainer::parity::Fixture fixture(arguments[1]);
    trainer::parity::Report report;
    trainer::parity::compare_training(fixture, count == 3 ? arguments[2] : "", report);
    trainer::parity::compare_schedules(fixture, report);
    trainer::parity::compare_losses(fixture, report);
    trainer::parity::compare_metrics(fixture, report);
    std::cout << "against PyTorch " << fixture.index().at("torch").get<std::string>() << ":\n";
    return report.print() ? 0 : 1;
  } catch (const std::exception& error) {
    std::cerr << error.what() << '\n';
    return 1;
  }
}
