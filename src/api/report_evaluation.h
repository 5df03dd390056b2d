#pragma once
#include <string>

#include <trainer/reports.h>

namespace trainer {

/// The record for scripts:
/// `{"split":"test","count":757,"loss":…,"top1":…,"top5":…,"per_class":[…]}`. A number that is not
/// finite becomes null.
std::string evaluation_json(const EvaluationResult& result);

/// The same for people: metrics, then recall and support of each class.
std::string evaluation_table(const EvaluationResult& result);

}  // namespace trainer
