#pragma once
#include "weights/value.h"

/// Opcodes of Python's pickle protocol 2 that `.pt` files of this project use, and the names that
/// stand for tensors.
namespace trainer::pickle {

enum Opcode : unsigned char {
  kProto = 0x80,
  kGlobal = 'c',
  kReduce = 'R',
  kBuild = 'b',
  kMark = '(',
  kStop = '.',
  kNone = 'N',
  kNewTrue = 0x88,
  kNewFalse = 0x89,
  kBinInt = 'J',
  kBinInt1 = 'K',
  kBinInt2 = 'M',
  kLong1 = 0x8a,
  kBinFloat = 'G',
  kBinUnicode = 'X',
  kEmptyTuple = ')',
  kTuple = 't',
  kTuple1 = 0x85,
  kTuple2 = 0x86,
  kTuple3 = 0x87,
  kEmptyList = ']',
  kAppend = 'a',
  kAppends = 'e',
  kEmptyDict = '}',
  kSetItem = 's',
  kSetItems = 'u',
  kBinPersId = 'Q',
  kBinPut = 'q',
  kLongBinPut = 'r',
  kBinGet = 'h',
  kLongBinGet = 'j',
};

/// "FloatStorage" for float32, and so on.
const char* storage_name(DType type);

}  // namespace trainer::pickle
