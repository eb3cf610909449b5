package web

import (
	"net/http"
	"slices"

	"github.com/labstack/echo/v4"

	"green500/handlers"
	"green500/handlers/account"
	"green500/handlers/api"
	"green500/handlers/desk"
	"green500/handlers/draft"
	"green500/handlers/lab"
	"green500/handlers/list"
	"green500/handlers/public"
	reviewhandlers "green500/handlers/review"
	ruleshandlers "green500/handlers/rules"
	"green500/handlers/submission"
	"green500/handlers/upload"
	"green500/validation/lists/bulkfile"
	"green500/validation/lists/export"
	"green500/validation/review"
)

// Route is one address of the server: what it lets a person do, and who answers.
type Route struct {
	Method, Path string
	Action       review.Action
	Handle       echo.HandlerFunc
}

// Answering holds the handlers, one a folder.
type Answering struct {
	*handlers.Base
	Public     public.Handlers
	List       list.Handlers
	Review     reviewhandlers.Handlers
	Submission submission.Handlers
	Draft      draft.Handlers
	Upload     upload.Handlers
	Account    account.Handlers
	Desk       desk.Handlers
	Rules      ruleshandlers.Handlers
	Model      lab.Handlers
	API        api.Handlers
	Data       list.DataHandlers
}

// Routes lists every address of the server.
func Routes(h *Answering) []Route {
	return slices.Concat(publicRoutes(h), accountRoutes(h), siteRoutes(h), draftRoutes(h), entryRoutes(h),
		listRoutes(h), modelRoutes(h), figureRoutes(h), sheetRoutes(h))
}

const (
	get  = http.MethodGet
	put  = http.MethodPut
	post = http.MethodPost
)

func publicRoutes(h *Answering) []Route {
	return []Route{
		{get, "/", review.ReadPublic, h.Public.Home},
		{get, "/lists", review.ReadPublic, h.Public.Lists},
		{get, "/inconsistencies", review.ReadPublic, h.Public.Inconsistencies},
		{get, "/inconsistencies.csv", review.ReadPublic, h.Public.InconsistencyTable},
		{get, "/about", review.ReadPublic, h.Public.About},
		{get, "/privacy", review.ReadPublic, h.Public.LegalText},
		{get, "/imprint", review.ReadPublic, h.Public.LegalText},
		{get, "/how-to-submit", review.ReadPublic, h.Public.HowToSubmit},
		{get, "/help", review.ReadPublic, h.Public.Help},
		{get, "/guides/:name", review.ReadPublic, h.Public.Guide},
		{get, "/guides/examples/smallest/:name", review.ReadPublic, h.Public.Example},
		{get, "/lists/:edition", review.ReadPublic, h.List.List},
		{get, "/entries/:id", review.ReadPublic, h.Listed(h.OfLatest(h.Submission.Entry))},
		{get, "/entries/:id/chart.json", review.ReadPublic, h.OfRevision(h.Submission.Chart)},
		{get, "/entries/:id/report.json", review.ReadPublic, h.OfRevision(h.Submission.Report)},
		{get, "/entries/:id/platform.xml", review.ReadPublic, h.OfRevision(h.Submission.CalibratedNodes)},
		{get, "/rules", review.ReadPublic, h.Rules.Rules},
		{get, "/rules/compare", review.ReadPublic, h.Rules.CompareRules},
		{get, "/rules/:id", review.ReadPublic, h.Rules.Rule},
		{get, "/schema/submission.json", review.ReadPublic, h.Rules.Schema},
		{get, "/retention", review.ReadPublic, h.Desk.Retention},
		{get, "/api", review.ReadPublic, h.API.APIPage},
		{get, "/api/openapi.json", review.ReadPublic, h.API.OpenAPI},
		{get, "/api/openapi-3.0.json", review.ReadPublic, h.API.OlderOpenAPI},
		{get, "/api/v1/lists", review.ReadPublic, h.API.ListsForPrograms},
		{get, "/api/v1/lists/:name", review.ReadPublic, h.API.ListForPrograms},
		{get, "/api/v1/lists/:name/rows", review.ReadPublic, h.API.RowsForPrograms},
		{get, "/api/v1/systems/:id", review.ReadPublic, h.API.SystemForPrograms},
		{get, "/api/v1/columns", review.ReadPublic, h.API.ColumnsForPrograms},
		{get, "/data", review.ReadPublic, h.Data.Page},
		{get, "/data/" + bulkfile.Name, review.ReadPublic, h.Data.File},
		{get, "/data/" + bulkfile.Name + ".sha256", review.ReadPublic, h.Data.Sum},
		{get, "/feed.atom", review.ReadPublic, h.List.Feed},
		{get, "/sitemap.xml", review.ReadPublic, h.List.Sitemap},
		{get, "/robots.txt", review.ReadPublic, h.List.Robots},
	}
}

func accountRoutes(h *Answering) []Route {
	return []Route{
		{get, "/login", review.SignIn, h.Account.LoginForm},
		{post, "/login", review.SignIn, h.Account.Login},
		{post, "/logout", review.SignOut, h.Account.Logout},
		{get, "/account/tokens", review.KeepAccount, h.Account.Tokens},
		{post, "/account/tokens", review.KeepAccount, h.Account.CreateToken},
		{post, "/account/tokens/:id/revoke", review.KeepAccount, h.Account.RevokeToken},
		{post, "/account/tokens/revoke", review.KeepAccount, h.Account.RevokeTokens},
		{get, "/account/data.json", review.KeepAccount, h.Account.PersonalData},
		{get, "/account/webhooks", review.KeepAccount, h.Account.Webhooks},
		{post, "/account/webhooks", review.KeepAccount, h.Account.CreateWebhook},
		{post, "/account/webhooks/:id/test", review.KeepAccount, h.Account.TestWebhook},
		{post, "/account/webhooks/:id/delete", review.KeepAccount, h.Account.DeleteWebhook},
		{get, "/register", review.Register, h.Account.RegisterForm},
		{post, "/register", review.Register, h.Account.Register},
		{get, "/register/sent", review.Register, h.Account.RegisterSent},
		{get, "/register/again", review.Register, h.Account.AskConfirmationForm},
		{post, "/register/again", review.Register, h.Account.AskConfirmation},
		{get, "/confirm/:secret", review.Register, h.Account.ConfirmForm},
		{post, "/confirm/:secret", review.Register, h.Account.Confirm},
		{get, "/reset", review.Register, h.Account.AskResetForm},
		{post, "/reset", review.Register, h.Account.AskReset},
		{get, "/reset/sent", review.Register, h.Account.ResetSent},
		{get, "/reset/:secret", review.Register, h.Account.ResetForm},
		{post, "/reset/:secret", review.Register, h.Account.Reset},
		{get, "/first/:secret", review.Register, h.Account.FirstForm},
		{post, "/first/:secret", review.Register, h.Account.First},
		{get, "/address/:secret", review.Register, h.Account.AddressForm},
		{post, "/address/:secret", review.Register, h.Account.MoveAddress},
		{get, "/account", review.KeepAccount, h.Account.Profile},
		{post, "/account", review.KeepAccount, h.Account.SaveProfile},
		{post, "/account/address", review.KeepAccount, h.Account.AskAddress},
		{post, "/account/password", review.KeepAccount, h.Account.ChangePassword},
		{post, "/account/sessions", review.KeepAccount, h.Account.EndSessions},
		{post, "/login/passkey/options", review.SignIn, h.Account.PasskeyLoginOptions},
		{post, "/login/passkey", review.SignIn, h.Account.PasskeyLogin},
		{post, "/passkeys/options", review.KeepAccount, h.Account.AddPasskeyOptions},
		{post, "/passkeys", review.KeepAccount, h.Account.AddPasskey},
		{post, "/account/passkeys/:id", review.KeepAccount, h.Account.ChangePasskey},
		{post, "/login/openid/:provider", review.SignIn, h.Account.StartOpenID},
		{get, "/login/openid/:provider/callback", review.SignIn, h.Account.FinishOpenID},
		{get, "/register/openid", review.Register, h.Account.StrangerForm},
		{post, "/register/openid", review.Register, h.Account.MakeAccount},
		{get, "/account/openid", review.KeepAccount, h.Account.TieForm},
		{post, "/account/openid", review.KeepAccount, h.Account.Tie},
		{post, "/account/identities", review.KeepAccount, h.Account.RemoveIdentity},
	}
}

func siteRoutes(h *Answering) []Route {
	return []Route{
		{get, "/sites", review.KeepSites, h.Account.Sites},
		{post, "/sites", review.KeepSites, h.Account.FoundSite},
		{get, "/sites/:id", review.KeepSites, h.Account.Site},
		{post, "/sites/:id", review.KeepSites, h.Account.ChangeSite},
		{post, "/sites/:id/members/:user", review.KeepSites, h.Account.ChangeMember},
		{post, "/sites/:id/invitations", review.KeepSites, h.Account.Invite},
		{post, "/sites/:id/invitations/revoke", review.KeepSites, h.Account.RevokeInvitation},
		{post, "/sites/:id/leave", review.KeepSites, h.Account.LeaveSite},
		{post, "/sites/:id/delete", review.KeepSites, h.Account.DeleteSite},
		{get, "/join/:secret", review.SeeInvitation, h.Account.Invitation},
		{post, "/join/:secret", review.KeepSites, h.Account.Join},
		{post, "/submissions/:id/site", review.KeepSites, h.OfEntry(h.Submission.ShareSubmission)},
		{get, "/equipment", review.EditEquipmentLibrary, h.Draft.EquipmentLibrary},
		{get, "/equipment/new", review.EditEquipmentLibrary, h.Draft.NewPart},
		{post, "/equipment", review.EditEquipmentLibrary, h.Draft.AddPart},
		{get, "/equipment/:id", review.EditEquipmentLibrary, h.Draft.KeptPart},
		{post, "/equipment/:id", review.EditEquipmentLibrary, h.Draft.ChangePart},
		{get, "/notices", review.ReadNotices, h.Account.Notices},
		{post, "/notices/read", review.ReadNotices, h.Account.MarkNotices},
		{post, "/notices/:id", review.ReadNotices, h.Account.MarkNotice},
		{get, "/account/notices", review.ReadNotices, h.Account.NoticeChoices},
		{post, "/account/notices", review.ReadNotices, h.Account.ChooseNotices},
		{get, "/submissions/:id/appeals", review.ReadAppeals, h.OfEntry(h.Review.Appeals)},
		{post, "/submissions/:id/appeals", review.ReadAppeals, h.OfEntry(h.Review.MakeAppeal)},
		{post, "/submissions/:id/appeals/:appeal", review.ReadAppeals, h.OfEntry(h.Review.ActOnAppeal)},
		{get, "/audit", review.ReadAudit, h.Desk.Audit},
		{get, "/audit.jsonl", review.ExportAudit, h.Desk.ExportAudit},
		{get, "/submissions/:id/audit", review.ReadEntry, h.OfEntry(h.Desk.EntryAudit)},
		{get, "/editions", review.ManageEditions, h.Desk.Editions},
		{get, "/editions/rehearsal", review.Rehearse, h.Desk.Rehearsal},
		{get, "/editions/rehearsal.csv", review.Rehearse, h.Desk.RehearsalCSV},
		{post, "/editions", review.ManageEditions, h.Desk.OpenEdition},
		{post, "/editions/:name/publish", review.ManageEditions, h.Desk.PublishEdition},
		{get, "/accounts", review.ManageAccounts, h.Desk.Accounts},
		{post, "/accounts", review.ManageAccounts, h.Desk.CreateAccount},
		{post, "/accounts/:id/role", review.ManageAccounts, h.Desk.SetRole},
		{post, "/accounts/:id/disabled", review.ManageAccounts, h.Desk.SetDisabled},
		{get, "/accounts/:id/erase", review.ManageAccounts, h.Desk.Erasure},
		{post, "/accounts/:id/erase", review.ManageAccounts, h.Desk.Erase},
		{get, "/outbox", review.ReadOutbox, h.Desk.Outbox},
		{post, "/outbox/release", review.ReadOutbox, h.Desk.ReleaseMail},
		{post, "/outbox/test", review.ReadOutbox, h.Desk.TestMail},
		{post, "/outbox/:id/again", review.ReadOutbox, h.Desk.SendAgain},
		{get, "/server", review.KeepServer, h.Desk.Server},
		{get, "/server/jobs", review.KeepServer, h.Desk.Jobs},
		{post, "/server/jobs/:id/again", review.KeepServer, h.Desk.StartJobAgain},
	}
}

func draftRoutes(h *Answering) []Route {
	return []Route{
		{get, "/submissions", review.ReadOwnEntries, h.Draft.Submissions},
		{get, "/submissions/new", review.WriteOwnEntry, h.Draft.NewSubmission},
		{post, "/submissions", review.WriteOwnEntry, h.Draft.CreateSubmission},
		{get, "/submissions/:id/edit", review.WriteOwnEntry, h.OfDraft(h.Draft.Form)},
		{post, "/submissions/:id/edit", review.WriteOwnEntry, h.OfDraft(h.Draft.SaveForm)},
		{get, "/submissions/:id/steps/files", review.WriteOwnEntry, h.OfDraft(h.Draft.FilesOfDraft)},
		{post, "/submissions/:id/steps/files", review.WriteOwnEntry, h.OfDraft(h.Draft.SaveFiles)},
		{get, "/submissions/:id/steps/:stage", review.WriteOwnEntry, h.OfDraft(h.Draft.Stage)},
		{post, "/submissions/:id/steps/:stage", review.WriteOwnEntry, h.OfDraft(h.Draft.SaveStage)},
		{post, "/submissions/:id/fields", review.WriteOwnEntry, h.OfEntry(h.Draft.SaveField)},
		{get, "/submissions/:id/verdict", review.WriteOwnEntry, h.OfWritable(h.Draft.Verdict)},
		{get, "/submissions/:id/log", review.WriteOwnEntry, h.OfDraft(h.Draft.ShowLog)},
		{post, "/submissions/:id/log", review.WriteOwnEntry, h.OfDraft(h.Draft.ReadLog)},
		{get, "/submissions/:id/yaml", review.WriteOwnEntry, h.OfDraft(h.Draft.YAML)},
		{post, "/submissions/:id/yaml", review.WriteOwnEntry, h.OfDraft(h.Draft.SaveYAML)},
		{get, "/submissions/:id/manifest", review.WriteOwnEntry, h.OfRevision(h.Draft.Manifest)},
		{post, "/submissions/:id/manifest", review.WriteOwnEntry, h.OfDraft(h.Draft.CommitManifest)},
		{get, "/submissions/:id/parts", review.WriteOwnEntry, h.OfDraft(h.Draft.Parts)},
		{post, "/submissions/:id/keep/:group/:index", review.WriteOwnEntry, h.OfDraft(h.Draft.SaveToLibrary)},
		{post, "/submissions/:id/take", review.WriteOwnEntry, h.OfDraft(h.Draft.AddFromLibrary)},
		{post, "/submissions/from/:id", review.WriteOwnEntry, h.Draft.CopySubmission},
		{get, "/api/v1/server", review.ReadPublic, h.API.ServerForPrograms},
		{get, "/api/v1/submissions", review.ReadOwnEntries, h.API.SubmissionsForPrograms},
		{post, "/api/v1/submissions", review.WriteOwnEntry, h.API.CreateForPrograms},
		{get, "/api/v1/submissions/:id", review.ReadOwnEntries, h.OfRevision(h.API.SubmissionForPrograms)},
		{put, "/api/v1/submissions/:id/document", review.WriteOwnEntry, h.OfDraft(h.API.ChangeForPrograms)},
		{post, "/api/v1/submissions/:id/verdict", review.WriteOwnEntry, h.OfDraft(h.API.GradeForPrograms)},
		{post, "/api/v1/submissions/:id/manifest", review.WriteOwnEntry, h.OfDraft(h.API.CommitForPrograms)},
		{post, "/api/v1/submissions/:id/submit", review.MoveEntry, h.OfDraft(h.API.SubmitForPrograms)},
		{http.MethodOptions, "/uploads", review.ReadPublic, h.Upload.TusOptions},
		{post, "/uploads", review.WriteOwnEntry, h.Upload.BeginUpload},
		{http.MethodHead, "/uploads/:id", review.WriteOwnEntry, h.Upload.UploadOffset},
		{http.MethodPatch, "/uploads/:id", review.WriteOwnEntry, h.Upload.ContinueUpload},
		{http.MethodDelete, "/uploads/:id", review.WriteOwnEntry, h.Upload.CancelUpload},
		{get, "/uploads/:id", review.WriteOwnEntry, h.Upload.Upload},
		{post, "/uploads/:id/cancel", review.WriteOwnEntry, h.Upload.DropUpload},
		{get, "/submissions/:id/uploads", review.WriteOwnEntry, h.OfDraft(h.Upload.Uploads)},
		{post, "/submissions/:id/uploads", review.WriteOwnEntry, h.OfDraft(h.Upload.SendUploads)},
		{get, "/submissions/:id/receipts/:receipt", review.ReadEntry, h.OfEntry(h.Upload.Receipt)},
		{get, "/receipts/key", review.ReadPublic, h.Upload.ReceiptKey},
	}
}

func entryRoutes(h *Answering) []Route {
	return []Route{
		{get, "/submissions/:id", review.ReadEntry, h.OfLatest(h.Submission.Entry)},
		{get, "/submissions/:id/chart.json", review.ReadEntry, h.OfRevision(h.Submission.Chart)},
		{get, "/submissions/:id/report.json", review.ReadEntry, h.OfRevision(h.Submission.Report)},
		{get, "/submissions/:id/platform.xml", review.ReadEntry, h.OfRevision(h.Submission.CalibratedNodes)},
		{get, "/submissions/:id/submission.yaml", review.ReadEntry, h.OfRevision(h.Submission.Document)},
		{get, "/submissions/:id/bundle.zip", review.ReadEntry, h.OfLatest(h.Submission.Bundle)},
		{get, "/submissions/:id/files/*", review.ReadEntry, h.OfRevision(h.Submission.File)},
		{get, "/submissions/:id/manifests/:number/manifest.json", review.ReadEntry,
			h.OfEntry(h.Submission.ManifestText)},
		{get, "/submissions/:id/manifests/:number/receipt.json", review.ReadEntry,
			h.OfEntry(h.Submission.ManifestReceipt)},
		{get, "/submissions/:id/submitted", review.ReadOwnEntries, h.OfEntry(h.Submission.Submitted)},
		{get, "/submissions/:id/withdraw", review.ReadOwnEntries, h.OfEntry(h.Submission.WithdrawForm)},
		{post, "/submissions/:id/moves", review.MoveEntry, h.Submission.Deciding(h.Submission.Move)},
		{get, "/review", review.ReadQueue, h.Review.Queue},
		{get, "/review/assign", review.ReadQueue, h.Review.AssignMany},
		{post, "/review/assign", review.ReadQueue, h.Review.SetReviewers},
		{get, "/review/conflicts", review.KeepConflicts, h.Review.Conflicts},
		{post, "/review/conflicts", review.KeepConflicts, h.Review.DeclareConflict},
		{post, "/review/conflicts/:id/withdraw", review.KeepConflicts, h.Review.WithdrawConflict},
		{get, "/submissions/:id/reviewer", review.ReadQueue, h.OfEntry(h.Review.Reviewer)},
		{post, "/submissions/:id/reviewer", review.ReadQueue, h.OfEntry(h.Review.SetReviewer)},
		{post, "/submissions/:id/reason", review.MoveEntry, h.OfLatest(h.Submission.PutReason)},
		{post, "/submissions/:id/waivers", review.MoveEntry, h.Submission.Deciding(h.Submission.ProposeWaiver)},
		{post, "/submissions/:id/waivers/:waiver", review.MoveEntry, h.Submission.Deciding(h.Submission.MoveWaiver)},
		{get, "/submissions/:id/window.json", review.ReadEntry, h.OfRevision(h.Submission.WindowFigures)},
		{get, "/submissions/:id/chart.svg", review.ReadEntry, h.OfRevision(h.Submission.ChartSVG)},
		{get, "/submissions/:id/chart.csv", review.ReadEntry, h.OfRevision(h.Submission.ChartCSV)},
		{get, "/entries/:id/window.json", review.ReadPublic, h.OfRevision(h.Submission.WindowFigures)},
		{get, "/entries/:id/chart.svg", review.ReadPublic, h.OfRevision(h.Submission.ChartSVG)},
		{get, "/entries/:id/chart.csv", review.ReadPublic, h.OfRevision(h.Submission.ChartCSV)},
		{get, "/submissions/:id/questions", review.AskAboutEntry, h.Review.Discussed(h.Review.Questions)},
		{post, "/submissions/:id/questions", review.AskAboutEntry, h.Review.Discussed(h.Review.AskQuestion)},
		{get, "/submissions/:id/questions/new", review.AskAboutEntry, h.Review.Discussed(h.Review.QuestionForm)},
		{get, "/submissions/:id/questions/:thread", review.AskAboutEntry, h.Review.Discussed(h.Review.Question)},
		{post, "/submissions/:id/questions/:thread", review.AskAboutEntry,
			h.Review.Discussed(h.Review.ReplyToQuestion)},
		{get, "/submissions/:id/compare", review.ReadEntry, h.OfEntry(h.Submission.Compare)},
		{get, "/submissions/:id/compare.json", review.ReadEntry, h.OfEntry(h.Submission.CompareForPrograms)},
		{get, "/submissions/:id/study", review.ReadEntry, h.OfLatest(h.Submission.Study)},
		{get, "/submissions/:id/study.json", review.ReadEntry, h.OfLatest(h.Submission.StudyFile(handlers.JSON))},
		{get, "/submissions/:id/study.csv", review.ReadEntry, h.OfLatest(h.Submission.StudyFile(handlers.CSV))},
		{get, "/entries/:id/study", review.ReadPublic, h.Listed(h.OfLatest(h.Submission.Study))},
		{get, "/entries/:id/study.json", review.ReadPublic,
			h.Listed(h.OfLatest(h.Submission.StudyFile(handlers.JSON)))},
		{get, "/entries/:id/study.csv", review.ReadPublic, h.Listed(h.OfLatest(h.Submission.StudyFile(handlers.CSV)))},
	}
}

func listRoutes(h *Answering) []Route {
	return []Route{
		{get, "/editions/:name", review.ManageEditions, h.Desk.EditionDesk},
		{post, "/editions/:name", review.ManageEditions, h.Desk.ChangeEdition},
		{post, "/editions/:name/close", review.ManageEditions, h.Desk.CloseEdition},
		{get, "/editions/:name/archive.zip", review.ManageEditions, h.Desk.Archive},
		{get, "/editions/:name/preview", review.ReadQueue, h.List.PreviewEdition},
		{get, "/lists/:edition/list.json", review.ReadPublic, h.List.ListJSON},
		{get, "/lists/:edition/list.csv", review.ReadPublic, h.List.ListCSV},
		{get, "/lists/:edition/errata.json", review.ReadPublic, h.List.ErrataJSON},
		{get, "/lists/:edition/changes", review.ReadPublic, h.List.ListChanges},
		{get, "/lists/:edition/errata", review.ManageEditions, h.List.ChooseErratum},
		{get, "/lists/:edition/errata/:id", review.ManageEditions, h.List.ErratumForm},
		{post, "/lists/:edition/errata/:id", review.ManageEditions, h.List.PutErratum},
		{get, "/entries/:id/cite.bib", review.ReadPublic, h.Listed(h.OfEntry(h.Submission.CiteBibTeX))},
		{get, "/entries/:id/cite.json", review.ReadPublic, h.Listed(h.OfEntry(h.Submission.CiteCSL))},
		{get, "/entries/:id/badge.svg", review.ReadPublic, h.Listed(h.OfEntry(h.Submission.Badge))},
		{get, "/entries/:id/row.json", review.ReadPublic, h.Listed(h.OfEntry(h.Submission.ListedRow))},
		{get, "/entries/:id/envelope.csv", review.ReadPublic, h.Listed(h.OfEntry(h.Submission.EnvelopeCSV))},
		{get, "/entries/:id/envelope.json", review.ReadPublic, h.Listed(h.OfEntry(h.Submission.EnvelopeJSON))},
		{get, "/trends", review.ReadPublic, h.List.Trends},
		{get, "/lists/:edition/figures", review.ReadPublic, h.List.Figures},
		{get, "/plan", review.ReadPublic, h.Model.Plan},
		{get, "/plan.yaml", review.ReadPublic, h.Model.PlanDraft},
		{get, "/systems/:id", review.ReadPublic, h.List.System},
		{get, "/by/:column/:value", review.ReadPublic, h.List.By},
		{get, "/compare", review.ReadPublic, h.List.SideBySide},
	}
}

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

func figureRoutes(h *Answering) (routes []Route) {
	of := func(made handlers.Figured) func(string) echo.HandlerFunc {
		return func(format string) echo.HandlerFunc { return h.FigureFile(made, format) }
	}
	for _, page := range []struct {
		path   string
		answer func(format string) echo.HandlerFunc
	}{
		{"/trends", of(h.List.TrendFigures)}, {"/lists/:edition/figures", of(h.List.ListFigures)},
		{"/systems/:id/figures", h.List.SystemFile},
		{"/by/:column/:value/figures", of(h.List.ByFigures)}, {"/compare", of(h.List.SideBySideFigures)},
	} {
		for _, format := range []string{handlers.JSON, handlers.CSV, handlers.SVG, handlers.PNG} {
			routes = append(routes, Route{get, page.path + "." + format, review.ReadPublic, page.answer(format)})
		}
	}
	return routes
}

func sheetRoutes(h *Answering) []Route {
	var routes []Route
	for _, format := range export.Formats() {
		routes = append(routes,
			Route{get, "/lists/:edition/view." + format.Name, review.ReadPublic, h.List.ListSheet(format)})
	}
	return routes
}
