package web

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"green500/handlers"
	"green500/validation/review"
)

// Route is one address of the server: what it lets a person do, and who answers. Whether a role may
// is told by review.Permissions.
type Route struct {
	Method string
	Path   string
	Action review.Action
	Handle echo.HandlerFunc
}

// Routes lists every address of the server.
func Routes(h *handlers.Handlers) []Route {
	const get, post = http.MethodGet, http.MethodPost
	return []Route{
		{get, "/", review.ReadPublic, h.Home},
		{get, "/lists/:edition", review.ReadPublic, h.List},
		{get, "/entries/:id", review.ReadPublic, h.PublicEntry},
		{get, "/entries/:id/chart.json", review.ReadPublic, h.Chart},
		{get, "/entries/:id/report.json", review.ReadPublic, h.Report},
		{get, "/rules", review.ReadPublic, h.Rules},
		{get, "/rules/compare", review.ReadPublic, h.CompareRules},
		{get, "/rules/:id", review.ReadPublic, h.Rule},
		{get, "/schema/submission.json", review.ReadPublic, h.Schema},

		{get, "/login", review.SignIn, h.LoginForm},
		{post, "/login", review.SignIn, h.Login},
		{post, "/logout", review.SignOut, h.Logout},

		{get, "/submissions", review.WriteOwnEntry, h.Submissions},
		{get, "/submissions/new", review.WriteOwnEntry, h.NewSubmission},
		{post, "/submissions", review.WriteOwnEntry, h.CreateSubmission},
		{get, "/submissions/:id/edit", review.WriteOwnEntry, h.Form},
		{post, "/submissions/:id/edit", review.WriteOwnEntry, h.SaveForm},
		{get, "/submissions/:id/log", review.WriteOwnEntry, h.ShowLog},
		{post, "/submissions/:id/log", review.WriteOwnEntry, h.ReadLog},
		{get, "/submissions/:id/yaml", review.WriteOwnEntry, h.YAML},
		{post, "/submissions/:id/yaml", review.WriteOwnEntry, h.SaveYAML},

		{get, "/submissions/:id", review.ReadEntry, h.Entry},
		{get, "/submissions/:id/chart.json", review.ReadEntry, h.Chart},
		{get, "/submissions/:id/report.json", review.ReadEntry, h.Report},
		{get, "/submissions/:id/submission.yaml", review.ReadEntry, h.Document},
		{get, "/submissions/:id/files/*", review.ReadEntry, h.File},
		{post, "/submissions/:id/moves", review.MoveEntry, h.Move},

		{get, "/review", review.ReadQueue, h.Queue},
		{get, "/editions", review.ManageEditions, h.Editions},
		{get, "/editions/rehearsal", review.Rehearse, h.Rehearsal},
		{get, "/editions/rehearsal.csv", review.Rehearse, h.RehearsalCSV},
		{post, "/editions", review.ManageEditions, h.OpenEdition},
		{post, "/editions/:name/publish", review.ManageEditions, h.PublishEdition},
		{get, "/accounts", review.ManageAccounts, h.Accounts},
		{post, "/accounts", review.ManageAccounts, h.CreateAccount},
		{post, "/accounts/:id/role", review.ManageAccounts, h.SetRole},
	}
}
