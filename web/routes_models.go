package web

import (
	"green500/handlers"
	"green500/validation/review"
)

func modelRoutes(h *Answering) []Route {
	return []Route{
		{get, "/models", review.ReadPublic, h.Model.Models},
		{get, "/models/pascol/study", review.ReadPublic, h.Model.LogStudyForm},
		{post, "/models/pascol/study", review.ReadPublic, h.Model.LogStudy},
		{get, "/models/merpsys/machine", review.ReadPublic, h.Model.MachineModel},
		{post, "/models/merpsys/machine", review.ReadPublic, h.Model.MachineLogs},
		{get, "/models/simgrid/calibrate", review.ReadPublic, h.Model.CalibrateForm},
		{post, "/models/simgrid/calibrate", review.ReadPublic, h.Model.Calibrate},
		{get, "/models/:name", review.ReadPublic, h.Model.Model},
		{get, "/models/simgrid/platform.xml", review.ReadPublic, h.Model.Platform},
		{post, "/models/simgrid/platform", review.ReadPublic, h.Model.ReadPlatform},
		{get, "/models/:name/figures.json", review.ReadPublic, h.FigureFile(h.Model.ModelFigures, handlers.JSON)},
		{get, "/models/:name/figures.csv", review.ReadPublic, h.FigureFile(h.Model.ModelFigures, handlers.CSV)},
	}
}
