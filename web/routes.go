package web

import (
	"net/http"
	"slices"

	"github.com/labstack/echo/v4"

	"green500/handlers"
	"green500/validation/review"
	"green500/validation/sheet"
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
	return slices.Concat(publicRoutes(h), accountRoutes(h), siteRoutes(h), submissionRoutes(h), programRoutes(h), uploadRoutes(h), entryRoutes(h), deskRoutes(h),
		queueRoutes(h), decisionRoutes(h), chartRoutes(h), remarkRoutes(h), revisionRoutes(h), listRoutes(h), auditRoutes(h), noticeRoutes(h),
		publicEntryRoutes(h), sheetRoutes(h), trendRoutes(h), modelRoutes(h), readingRoutes(h), studyRoutes(h))
}

const (
	get  = http.MethodGet
	put  = http.MethodPut
	post = http.MethodPost
)

// publicRoutes are for everybody.
func publicRoutes(h *handlers.Handlers) []Route {
	return []Route{
		{get, "/", review.ReadPublic, h.Home},
		{get, "/lists/:edition", review.ReadPublic, h.List},
		{get, "/entries/:id", review.ReadPublic, h.Listed(h.OfLatest(h.PublicEntry))},
		{get, "/entries/:id/chart.json", review.ReadPublic, h.OfRevision(h.Chart)},
		{get, "/entries/:id/report.json", review.ReadPublic, h.OfRevision(h.Report)},
		{get, "/entries/:id/platform.xml", review.ReadPublic, h.OfRevision(h.CalibratedNodes)},
		{get, "/rules", review.ReadPublic, h.Rules},
		{get, "/rules/compare", review.ReadPublic, h.CompareRules},
		{get, "/rules/:id", review.ReadPublic, h.Rule},
		{get, "/schema/submission.json", review.ReadPublic, h.Schema},
		{get, "/retention", review.ReadPublic, h.Retention},
	}
}

// accountRoutes are for whoever has an account, or wants one.
func accountRoutes(h *handlers.Handlers) []Route {
	return []Route{
		{get, "/login", review.SignIn, h.LoginForm},
		{post, "/login", review.SignIn, h.Login},
		{post, "/logout", review.SignOut, h.Logout},
		{get, "/account/tokens", review.KeepAccount, h.Tokens},
		{post, "/account/tokens", review.KeepAccount, h.CreateToken},
		{post, "/account/tokens/:id/revoke", review.KeepAccount, h.RevokeToken},
		{post, "/account/tokens/revoke", review.KeepAccount, h.RevokeTokens},
		{get, "/register", review.Register, h.RegisterForm},
		{post, "/register", review.Register, h.Register},
		{get, "/register/sent", review.Register, h.RegisterSent},
		{get, "/register/again", review.Register, h.AskConfirmationForm},
		{post, "/register/again", review.Register, h.AskConfirmation},
		{get, "/confirm/:secret", review.Register, h.ConfirmForm},
		{post, "/confirm/:secret", review.Register, h.Confirm},
		{get, "/reset", review.Register, h.AskResetForm},
		{post, "/reset", review.Register, h.AskReset},
		{get, "/reset/sent", review.Register, h.ResetSent},
		{get, "/reset/:secret", review.Register, h.ResetForm},
		{post, "/reset/:secret", review.Register, h.Reset},
		{get, "/address/:secret", review.Register, h.AddressForm},
		{post, "/address/:secret", review.Register, h.MoveAddress},
		{get, "/account", review.KeepAccount, h.Profile},
		{post, "/account", review.KeepAccount, h.SaveProfile},
		{post, "/account/address", review.KeepAccount, h.AskAddress},
		{post, "/account/password", review.KeepAccount, h.ChangePassword},
		{post, "/account/sessions", review.KeepAccount, h.EndSessions},
		{post, "/login/passkey/options", review.SignIn, h.PasskeyLoginOptions},
		{post, "/login/passkey", review.SignIn, h.PasskeyLogin},
		{post, "/passkeys/options", review.KeepAccount, h.AddPasskeyOptions},
		{post, "/passkeys", review.KeepAccount, h.AddPasskey},
		{post, "/account/passkeys/:id", review.KeepAccount, h.ChangePasskey},
		{post, "/login/openid/:provider", review.SignIn, h.StartOpenID},
		{get, "/login/openid/:provider/callback", review.SignIn, h.FinishOpenID},
		{get, "/register/openid", review.Register, h.StrangerForm},
		{post, "/register/openid", review.Register, h.MakeAccount},
		{get, "/account/openid", review.KeepAccount, h.TieForm},
		{post, "/account/openid", review.KeepAccount, h.Tie},
		{post, "/account/identities", review.KeepAccount, h.RemoveIdentity},
	}
}

// siteRoutes are of sites, their members and what they keep.
func siteRoutes(h *handlers.Handlers) []Route {
	return []Route{
		{get, "/sites", review.KeepSites, h.Sites},
		{post, "/sites", review.KeepSites, h.FoundSite},
		{get, "/sites/:id", review.KeepSites, h.Site},
		{post, "/sites/:id", review.KeepSites, h.ChangeSite},
		{post, "/sites/:id/members/:user", review.KeepSites, h.ChangeMember},
		{post, "/sites/:id/invitations", review.KeepSites, h.Invite},
		{post, "/sites/:id/invitations/revoke", review.KeepSites, h.RevokeInvitation},
		{post, "/sites/:id/leave", review.KeepSites, h.LeaveSite},
		{post, "/sites/:id/delete", review.KeepSites, h.DeleteSite},
		{get, "/join/:secret", review.SeeInvitation, h.Invitation},
		{post, "/join/:secret", review.KeepSites, h.Join},
		{post, "/submissions/:id/site", review.KeepSites, h.OfEntry(h.ShareSubmission)},
		{get, "/cabinet", review.KeepCabinet, h.Cabinet},
		{get, "/cabinet/new", review.KeepCabinet, h.NewPart},
		{post, "/cabinet", review.KeepCabinet, h.AddPart},
		{get, "/cabinet/:id", review.KeepCabinet, h.KeptPart},
		{post, "/cabinet/:id", review.KeepCabinet, h.ChangePart},
	}
}

// submissionRoutes are for writing an entry.
func submissionRoutes(h *handlers.Handlers) []Route {
	return []Route{
		{get, "/submissions", review.ReadOwnEntries, h.Submissions},
		{get, "/submissions/new", review.WriteOwnEntry, h.NewSubmission},
		{post, "/submissions", review.WriteOwnEntry, h.CreateSubmission},
		{get, "/submissions/:id/edit", review.WriteOwnEntry, h.OfDraft(h.Form)},
		{post, "/submissions/:id/edit", review.WriteOwnEntry, h.OfDraft(h.SaveForm)},
		{post, "/submissions/:id/fields", review.WriteOwnEntry, h.OfEntry(h.SaveField)},
		{get, "/submissions/:id/verdict", review.WriteOwnEntry, h.OfWritable(h.Verdict)},
		{get, "/submissions/:id/log", review.WriteOwnEntry, h.OfDraft(h.ShowLog)},
		{post, "/submissions/:id/log", review.WriteOwnEntry, h.OfDraft(h.ReadLog)},
		{get, "/submissions/:id/yaml", review.WriteOwnEntry, h.OfDraft(h.YAML)},
		{post, "/submissions/:id/yaml", review.WriteOwnEntry, h.OfDraft(h.SaveYAML)},
		{get, "/submissions/:id/manifest", review.WriteOwnEntry, h.OfRevision(h.Manifest)},
		{post, "/submissions/:id/manifest", review.WriteOwnEntry, h.OfDraft(h.CommitManifest)},
		{get, "/submissions/:id/parts", review.WriteOwnEntry, h.OfDraft(h.Parts)},
		{post, "/submissions/:id/keep/:group/:index", review.WriteOwnEntry, h.OfDraft(h.KeepFromDraft)},
		{post, "/submissions/:id/take", review.WriteOwnEntry, h.OfDraft(h.TakeFromCabinet)},
		{post, "/submissions/from/:id", review.WriteOwnEntry, h.CopySubmission},
	}
}

// programRoutes are for programs that submit, which name a token.
func programRoutes(h *handlers.Handlers) []Route {
	return []Route{
		{get, "/api/v1/server", review.ReadPublic, h.ServerForPrograms},
		{get, "/api/v1/submissions", review.ReadOwnEntries, h.SubmissionsForPrograms},
		{post, "/api/v1/submissions", review.WriteOwnEntry, h.CreateForPrograms},
		{get, "/api/v1/submissions/:id", review.ReadOwnEntries, h.OfRevision(h.SubmissionForPrograms)},
		{put, "/api/v1/submissions/:id/document", review.WriteOwnEntry, h.OfDraft(h.ChangeForPrograms)},
		{post, "/api/v1/submissions/:id/verdict", review.WriteOwnEntry, h.OfDraft(h.GradeForPrograms)},
		{post, "/api/v1/submissions/:id/manifest", review.WriteOwnEntry, h.OfDraft(h.CommitForPrograms)},
		{post, "/api/v1/submissions/:id/submit", review.MoveEntry, h.OfDraft(h.SubmitForPrograms)},
	}
}

// uploadRoutes take files in, and say what became of them.
func uploadRoutes(h *handlers.Handlers) []Route {
	return []Route{
		{http.MethodOptions, "/uploads", review.ReadPublic, h.TusOptions},
		{post, "/uploads", review.WriteOwnEntry, h.BeginUpload},
		{http.MethodHead, "/uploads/:id", review.WriteOwnEntry, h.UploadOffset},
		{http.MethodPatch, "/uploads/:id", review.WriteOwnEntry, h.ContinueUpload},
		{http.MethodDelete, "/uploads/:id", review.WriteOwnEntry, h.CancelUpload},
		{get, "/uploads/:id", review.WriteOwnEntry, h.Upload},
		{post, "/uploads/:id/cancel", review.WriteOwnEntry, h.DropUpload},
		{get, "/submissions/:id/uploads", review.WriteOwnEntry, h.OfDraft(h.Uploads)},
		{post, "/submissions/:id/uploads", review.WriteOwnEntry, h.OfDraft(h.SendUploads)},
		{get, "/submissions/:id/receipts/:receipt", review.ReadEntry, h.OfEntry(h.Receipt)},
		{get, "/receipts/key", review.ReadPublic, h.ReceiptKey},
	}
}

// entryRoutes show an entry to whoever may read it, and move it on.
func entryRoutes(h *handlers.Handlers) []Route {
	return []Route{
		{get, "/submissions/:id", review.ReadEntry, h.OfLatest(h.Entry)},
		{get, "/submissions/:id/chart.json", review.ReadEntry, h.OfRevision(h.Chart)},
		{get, "/submissions/:id/report.json", review.ReadEntry, h.OfRevision(h.Report)},
		{get, "/submissions/:id/platform.xml", review.ReadEntry, h.OfRevision(h.CalibratedNodes)},
		{get, "/submissions/:id/submission.yaml", review.ReadEntry, h.OfRevision(h.Document)},
		{get, "/submissions/:id/bundle.zip", review.ReadEntry, h.OfLatest(h.Bundle)},
		{get, "/submissions/:id/files/*", review.ReadEntry, h.OfRevision(h.File)},
		{get, "/submissions/:id/manifests/:number/manifest.json", review.ReadEntry, h.OfEntry(h.ManifestText)},
		{get, "/submissions/:id/manifests/:number/receipt.json", review.ReadEntry, h.OfEntry(h.ManifestReceipt)},
		{post, "/submissions/:id/moves", review.MoveEntry, h.Deciding(h.Move)},
	}
}

// deskRoutes are for reviewers, editors and administrators.
func deskRoutes(h *handlers.Handlers) []Route {
	return []Route{
		{get, "/editions", review.ManageEditions, h.Editions},
		{get, "/editions/rehearsal", review.Rehearse, h.Rehearsal},
		{get, "/editions/rehearsal.csv", review.Rehearse, h.RehearsalCSV},
		{post, "/editions", review.ManageEditions, h.OpenEdition},
		{post, "/editions/:name/publish", review.ManageEditions, h.PublishEdition},
		{get, "/accounts", review.ManageAccounts, h.Accounts},
		{post, "/accounts", review.ManageAccounts, h.CreateAccount},
		{post, "/accounts/:id/role", review.ManageAccounts, h.SetRole},
		{post, "/accounts/:id/disabled", review.ManageAccounts, h.SetDisabled},
		{get, "/outbox", review.ReadOutbox, h.Outbox},
		{post, "/outbox/:id/again", review.ReadOutbox, h.SendAgain},
		{get, "/server", review.KeepServer, h.Server},
		{get, "/server/jobs", review.KeepServer, h.Jobs},
		{post, "/server/jobs/:id/again", review.KeepServer, h.StartJobAgain},
	}
}

// queueRoutes are the desk of reviewers, and what they must not see.
func queueRoutes(h *handlers.Handlers) []Route {
	return []Route{
		{get, "/review", review.ReadQueue, h.Queue},
		{get, "/review/conflicts", review.KeepConflicts, h.Conflicts},
		{post, "/review/conflicts", review.KeepConflicts, h.DeclareConflict},
		{post, "/review/conflicts/:id/withdraw", review.KeepConflicts, h.WithdrawConflict},
		{get, "/submissions/:id/reviewer", review.ReadQueue, h.OfEntry(h.Reviewer)},
		{post, "/submissions/:id/reviewer", review.ReadQueue, h.OfEntry(h.SetReviewer)},
	}
}

// decisionRoutes are what deciding takes beside moves.
func decisionRoutes(h *handlers.Handlers) []Route {
	return []Route{
		{post, "/submissions/:id/reason", review.MoveEntry, h.OfLatest(h.PutReason)},
		{post, "/submissions/:id/waivers", review.MoveEntry, h.Deciding(h.ProposeWaiver)},
		{post, "/submissions/:id/waivers/:waiver", review.MoveEntry, h.Deciding(h.MoveWaiver)},
	}
}

// chartRoutes serve what is drawn of an entry.
func chartRoutes(h *handlers.Handlers) []Route {
	return []Route{
		{get, "/submissions/:id/window.json", review.ReadEntry, h.OfRevision(h.WindowFigures)},
		{get, "/submissions/:id/chart.svg", review.ReadEntry, h.OfRevision(h.ChartSVG)},
		{get, "/submissions/:id/chart.csv", review.ReadEntry, h.OfRevision(h.ChartCSV)},
		{get, "/entries/:id/window.json", review.ReadPublic, h.OfRevision(h.WindowFigures)},
		{get, "/entries/:id/chart.svg", review.ReadPublic, h.OfRevision(h.ChartSVG)},
		{get, "/entries/:id/chart.csv", review.ReadPublic, h.OfRevision(h.ChartCSV)},
	}
}

// remarkRoutes are of questions that are pinned to evidence.
func remarkRoutes(h *handlers.Handlers) []Route {
	return []Route{
		{get, "/submissions/:id/remarks", review.AskAboutEntry, h.Discussed(h.Questions)},
		{post, "/submissions/:id/remarks", review.AskAboutEntry, h.Discussed(h.AskQuestion)},
		{get, "/submissions/:id/remarks/new", review.AskAboutEntry, h.Discussed(h.QuestionForm)},
		{get, "/submissions/:id/remarks/:thread", review.AskAboutEntry, h.Discussed(h.Question)},
		{post, "/submissions/:id/remarks/:thread", review.AskAboutEntry, h.Discussed(h.ReplyToQuestion)},
	}
}

// revisionRoutes compare what was submitted with what was submitted before.
func revisionRoutes(h *handlers.Handlers) []Route {
	return []Route{
		{get, "/submissions/:id/compare", review.ReadEntry, h.OfEntry(h.Compare)},
		{get, "/submissions/:id/compare.json", review.ReadEntry, h.OfEntry(h.CompareForPrograms)},
	}
}

// listRoutes are of what becomes of a list before and after it is published.
func listRoutes(h *handlers.Handlers) []Route {
	return []Route{
		{get, "/editions/:name", review.ManageEditions, h.EditionDesk},
		{post, "/editions/:name", review.ManageEditions, h.ChangeEdition},
		{post, "/editions/:name/close", review.ManageEditions, h.CloseEdition},
		{get, "/editions/:name/preview", review.ReadQueue, h.PreviewEdition},
		{get, "/lists/:edition/list.json", review.ReadPublic, h.ListJSON},
		{get, "/lists/:edition/list.csv", review.ReadPublic, h.ListCSV},
		{get, "/lists/:edition/errata.json", review.ReadPublic, h.ErrataJSON},
		{get, "/lists/:edition/changes", review.ReadPublic, h.ListChanges},
		{get, "/lists/:edition/errata", review.ManageEditions, h.ChooseErratum},
		{get, "/lists/:edition/errata/:id", review.ManageEditions, h.ErratumForm},
		{post, "/lists/:edition/errata/:id", review.ManageEditions, h.PutErratum},
	}
}

// sheetRoutes give views of lists in the formats of other programs.
func sheetRoutes(h *handlers.Handlers) []Route {
	var routes []Route
	for _, format := range sheet.Formats() {
		routes = append(routes, Route{get, "/lists/:edition/view." + format.Name, review.ReadPublic, h.ListSheet(format)})
	}
	return routes
}

// auditRoutes show who did what.
func auditRoutes(h *handlers.Handlers) []Route {
	return []Route{
		{get, "/audit", review.ReadAudit, h.Audit},
		{get, "/audit.jsonl", review.ExportAudit, h.ExportAudit},
		{get, "/submissions/:id/audit", review.ReadEntry, h.OfEntry(h.EntryAudit)},
	}
}

// noticeRoutes are of what somebody is told, and of appeals.
func noticeRoutes(h *handlers.Handlers) []Route {
	return []Route{
		{get, "/notices", review.ReadNotices, h.Notices},
		{post, "/notices/read", review.ReadNotices, h.MarkNotices},
		{post, "/notices/:id", review.ReadNotices, h.MarkNotice},
		{get, "/account/notices", review.ReadNotices, h.NoticeChoices},
		{post, "/account/notices", review.ReadNotices, h.ChooseNotices},
		{get, "/submissions/:id/appeals", review.ReadAppeals, h.OfEntry(h.Appeals)},
		{post, "/submissions/:id/appeals", review.ReadAppeals, h.OfEntry(h.MakeAppeal)},
		{post, "/submissions/:id/appeals/:appeal", review.ReadAppeals, h.OfEntry(h.ActOnAppeal)},
	}
}

// publicEntryRoutes are what can be taken away of a listed entry.
func publicEntryRoutes(h *handlers.Handlers) []Route {
	return []Route{
		{get, "/entries/:id/cite.bib", review.ReadPublic, h.Listed(h.OfEntry(h.CiteBibTeX))},
		{get, "/entries/:id/cite.json", review.ReadPublic, h.Listed(h.OfEntry(h.CiteCSL))},
		{get, "/entries/:id/badge.svg", review.ReadPublic, h.Listed(h.OfEntry(h.Badge))},
		{get, "/entries/:id/row.json", review.ReadPublic, h.Listed(h.OfEntry(h.ListedRow))},
		{get, "/entries/:id/envelope.csv", review.ReadPublic, h.Listed(h.OfEntry(h.EnvelopeCSV))},
		{get, "/entries/:id/envelope.json", review.ReadPublic, h.Listed(h.OfEntry(h.EnvelopeJSON))},
	}
}

// modelRoutes let everybody ask the energy models.
func modelRoutes(h *handlers.Handlers) []Route {
	return []Route{
		{get, "/models", review.ReadPublic, h.Models},
		{get, "/models/:name", review.ReadPublic, h.Model},
		{get, "/models/simgrid/platform.xml", review.ReadPublic, h.Platform},
		{post, "/models/simgrid/platform", review.ReadPublic, h.ReadPlatform},
		{get, "/models/:name/figures.json", review.ReadPublic, h.ModelFigures},
		{get, "/models/:name/figures.csv", review.ReadPublic, h.ModelTable},
	}
}

// trendRoutes show what lists come to, and lines of them over the editions and side by side.
func trendRoutes(h *handlers.Handlers) []Route {
	return []Route{
		{get, "/trends", review.ReadPublic, h.Trends},
		{get, "/trends.json", review.ReadPublic, h.TrendFigures},
		{get, "/trends.csv", review.ReadPublic, h.TrendTable},
		{get, "/plan", review.ReadPublic, h.Plan},
		{get, "/plan.yaml", review.ReadPublic, h.PlanDraft},
		{get, "/systems/:id", review.ReadPublic, h.System},
		{get, "/systems/:id/figures.json", review.ReadPublic, h.SystemFigures},
		{get, "/systems/:id/figures.csv", review.ReadPublic, h.SystemTable},
		{get, "/by/:column/:value", review.ReadPublic, h.By},
		{get, "/by/:column/:value/figures.json", review.ReadPublic, h.ByFigures},
		{get, "/by/:column/:value/figures.csv", review.ReadPublic, h.ByTable},
		{get, "/compare", review.ReadPublic, h.SideBySide},
		{get, "/compare.json", review.ReadPublic, h.SideBySideFigures},
		{get, "/compare.csv", review.ReadPublic, h.SideBySideTable},
	}
}

// readingRoutes are for programs that read published lists.
func readingRoutes(h *handlers.Handlers) []Route {
	return []Route{
		{get, "/api", review.ReadPublic, h.APIPage},
		{get, "/api/openapi.json", review.ReadPublic, h.OpenAPI},
		{get, "/api/v1/lists", review.ReadPublic, h.ListsForPrograms},
		{get, "/api/v1/lists/:name", review.ReadPublic, h.ListForPrograms},
		{get, "/api/v1/lists/:name/rows", review.ReadPublic, h.RowsForPrograms},
		{get, "/api/v1/systems/:id", review.ReadPublic, h.SystemForPrograms},
		{get, "/api/v1/columns", review.ReadPublic, h.ColumnsForPrograms},
		{get, "/feed.atom", review.ReadPublic, h.Feed},
		{get, "/sitemap.xml", review.ReadPublic, h.Sitemap},
		{get, "/robots.txt", review.ReadPublic, h.Robots},
	}
}

// studyRoutes show what the settings of a run do.
func studyRoutes(h *handlers.Handlers) []Route {
	return []Route{
		{get, "/submissions/:id/study", review.ReadEntry, h.OfLatest(h.Study)},
		{get, "/submissions/:id/study.json", review.ReadEntry, h.OfLatest(h.StudyFigures)},
		{get, "/submissions/:id/study.csv", review.ReadEntry, h.OfLatest(h.StudyTable)},
		{get, "/entries/:id/study", review.ReadPublic, h.Listed(h.OfLatest(h.PublicStudy))},
		{get, "/entries/:id/study.json", review.ReadPublic, h.Listed(h.OfLatest(h.PublicStudyFigures))},
		{get, "/entries/:id/study.csv", review.ReadPublic, h.Listed(h.OfLatest(h.PublicStudyTable))},
	}
}
