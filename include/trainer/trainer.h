#pragma once
/// Everything a program needs to train and to predict: the short way in. Own components:
/// model.h, module.h, dataset.h, transform.h, optimizer.h, schedule.h, loss.h.
#include <trainer/config.h>
#include <trainer/error.h>
#include <trainer/fit.h>
#include <trainer/predictor.h>
#include <trainer/reports.h>
