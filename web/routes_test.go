package web_test

import (
	"fmt"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"strings"
	"testing"

	"green500/validation/review"
	"green500/web"
)

// visitors are who visits every route: the owner of the entry is the submitter; the conflicted one is a
// reviewer who declared a conflict of interest with it.
var visitors = []string{"public", "submitter", "stranger", "reviewer", "editor", "admin", "conflicted"}

// expected is what each visitor gets from each route, in the order of visitors. DRAFT stands for an entry that was
// never submitted, WAITING for one in review, LISTED for a published one, SITE for a site that the submitter keeps and
// the reviewer is a member of, JUDGED for a rejected entry with an APPEAL, and NOTICE for one to the reviewer. A route
// that has no row here fails the test. The visitor of the last line is signed out.
const expected = expectedOfPublic + expectedOfAccounts + expectedOfSites + expectedOfSubmissions + expectedOfPrograms +
	expectedOfUploads + expectedOfEntries + expectedOfDesks +
	expectedOfQueue + expectedOfDecisions + expectedOfCharts + expectedOfQuestions + expectedOfRevisions +
	expectedOfLists + expectedOfAudit + expectedOfNotices +
	expectedOfPublicEntries + expectedOfTrends + expectedOfStudies + expectedLast

const (
	expectedOfPublic = `
GET  /                                        200 200 200 200 200 200 200
GET  /lists                                   200 200 200 200 200 200 200
GET  /inconsistencies                         200 200 200 200 200 200 200
GET  /inconsistencies?least=much              422 422 422 422 422 422 422
GET  /inconsistencies.csv                     200 200 200 200 200 200 200
GET  /about                                   200 200 200 200 200 200 200
GET  /how-to-submit                           200 200 200 200 200 200 200
GET  /help                                    200 200 200 200 200 200 200
GET  /guides/reviewing                        200 200 200 200 200 200 200
GET  /guides/no-such-guide                    404 404 404 404 404 404 404
GET  /guides/examples/smallest/submission.yaml 200 200 200 200 200 200 200
GET  /privacy                                 200 200 200 200 200 200 200
GET  /imprint                                 303 303 303 303 303 303 303
GET  /?level=3                                303 303 303 303 303 303 303
GET  /lists/2025-11                           200 200 200 200 200 200 200
GET  /lists/2026-11                           404 404 404 404 404 404 404
GET  /entries/LISTED                          200 200 200 200 200 200 200
GET  /entries/WAITING                         404 404 404 404 404 404 404
GET  /entries/LISTED/chart.json               200 200 200 200 200 200 200
GET  /entries/WAITING/chart.json              404 200 404 200 200 404 403
GET  /entries/LISTED/report.json              200 200 200 200 200 200 200
GET  /entries/LISTED/platform.xml             200 200 200 200 200 200 200
GET  /entries/WAITING/report.json             404 200 404 200 200 404 403
GET  /entries/WAITING/platform.xml            404 200 404 200 200 404 403
GET  /rules                                   200 200 200 200 200 200 200
GET  /rules/compare                           200 200 200 200 200 200 200
GET  /rules/machine-fraction                  200 200 200 200 200 200 200
GET  /rules/no-such-rule                      404 404 404 404 404 404 404
GET  /rules/readout-interval                  404 404 404 404 404 404 404
GET  /rules/readout-interval?draft=1          200 200 200 200 200 200 200
GET  /schema/submission.json                  200 200 200 200 200 200 200
GET  /retention                               200 200 200 200 200 200 200
`
	expectedOfPublicEntries = `
GET  /entries/LISTED/cite.bib                 200 200 200 200 200 200 200
GET  /entries/WAITING/cite.bib                404 404 404 404 404 404 404
GET  /entries/EMBARGOED/cite.bib              404 200 404 200 200 404 403
GET  /entries/LISTED/cite.json                200 200 200 200 200 200 200
GET  /entries/WAITING/cite.json               404 404 404 404 404 404 404
GET  /entries/EMBARGOED/cite.json             404 200 404 200 200 404 403
GET  /entries/LISTED/badge.svg                200 200 200 200 200 200 200
GET  /entries/WAITING/badge.svg               404 404 404 404 404 404 404
GET  /entries/EMBARGOED/badge.svg             404 200 404 200 200 404 403
GET  /entries/LISTED/row.json                 200 200 200 200 200 200 200
GET  /entries/WAITING/row.json                404 404 404 404 404 404 404
GET  /entries/EMBARGOED/row.json              404 200 404 200 200 404 403
GET  /entries/LISTED/envelope.csv             200 200 200 200 200 200 200
GET  /entries/WAITING/envelope.csv            404 404 404 404 404 404 404
GET  /entries/EMBARGOED/envelope.csv          404 200 404 200 200 404 403
GET  /entries/LISTED/envelope.json            200 200 200 200 200 200 200
GET  /entries/WAITING/envelope.json           404 404 404 404 404 404 404
GET  /entries/EMBARGOED/envelope.json         404 200 404 200 200 404 403
`
	expectedOfAccounts = `
GET  /login                                   200 200 200 200 200 200 200
POST /login                                   401 401 401 401 401 401 401
GET  /account/tokens                          303 200 200 200 200 200 200
POST /account/tokens                          401 422 422 422 422 422 422
POST /account/tokens/999999/revoke            401 404 404 404 404 404 404
POST /account/tokens/revoke                   401 303 303 303 303 303 303
GET  /account/data.json                       401 200 200 200 200 200 200
GET  /account/webhooks                        303 200 200 200 200 200 200
POST /account/webhooks                        401 422 422 422 422 422 422
POST /account/webhooks/999999/test            401 404 404 404 404 404 404
POST /account/webhooks/999999/delete          401 404 404 404 404 404 404
GET  /register                                200 200 200 200 200 200 200
POST /register                                422 422 422 422 422 422 422
GET  /register/sent                           200 200 200 200 200 200 200
GET  /register/again                          200 200 200 200 200 200 200
POST /register/again                          422 422 422 422 422 422 422
GET  /confirm/no-such-secret                  410 410 410 410 410 410 410
POST /confirm/no-such-secret                  410 410 410 410 410 410 410
GET  /reset                                   200 200 200 200 200 200 200
POST /reset                                   422 422 422 422 422 422 422
GET  /reset/sent                              200 200 200 200 200 200 200
GET  /reset/no-such-secret                    410 410 410 410 410 410 410
POST /reset/no-such-secret                    410 410 410 410 410 410 410
GET  /first/no-such-secret                    410 410 410 410 410 410 410
POST /first/no-such-secret                    410 410 410 410 410 410 410
GET  /address/no-such-secret                  410 410 410 410 410 410 410
POST /address/no-such-secret                  410 410 410 410 410 410 410
GET  /account                                 303 200 200 200 200 200 200
POST /account                                 401 422 422 422 422 422 422
POST /account/address                         401 422 422 422 422 422 422
POST /account/password                        401 422 422 422 422 422 422
POST /login/passkey/options                   200 200 200 200 200 200 200
POST /login/passkey                           422 422 422 422 422 422 422
POST /passkeys/options                        401 200 200 200 200 200 200
POST /passkeys                                401 422 422 422 422 422 422
POST /account/passkeys/999999                 401 422 422 422 422 422 422
POST /login/openid/nobody                     404 404 404 404 404 404 404
GET  /login/openid/nobody/callback            404 404 404 404 404 404 404
GET  /register/openid                         410 303 303 303 303 303 303
POST /register/openid                         410 303 303 303 303 303 303
GET  /account/openid                          303 303 303 303 303 303 303
POST /account/openid                          401 303 303 303 303 303 303
POST /account/identities                      401 404 404 404 404 404 404
`
	expectedOfSites = `
GET  /sites                                   303 200 200 200 200 200 200
POST /sites                                   401 422 422 422 422 422 422
GET  /sites/SITE                              303 200 404 200 404 404 404
POST /sites/SITE                              401 422 404 409 404 404 404
POST /sites/SITE/members/999999               401 422 404 422 404 404 404
POST /sites/SITE/invitations                  401 422 404 409 404 404 404
POST /sites/SITE/invitations/revoke           401 404 404 409 404 404 404
POST /sites/SITE/leave                        401 409 404 303 404 404 404
POST /sites/SITE/delete                       401 303 404 404 404 404 404
GET  /join/no-such-secret                     409 409 409 409 409 409 409
POST /join/no-such-secret                     401 409 409 409 409 409 409
POST /submissions/DRAFT/site                  401 303 404 404 404 404 404
POST /submissions/WAITING/site                401 303 404 409 409 404 403
GET  /equipment                                 303 200 200 200 200 200 200
GET  /equipment/new?kind=meter                  303 200 200 200 200 200 200
GET  /equipment/new?kind=system&site=           303 200 200 200 200 200 200
GET  /equipment/new?kind=meter&site=999         303 404 404 404 404 404 404
GET  /equipment/new?kind=spoon                  303 404 404 404 404 404 404
POST /equipment                                 401 404 404 404 404 404 404
GET  /equipment/KEPT                            303 200 404 404 404 404 404
GET  /equipment/999999                          303 404 404 404 404 404 404
POST /equipment/KEPT                            401 409 404 404 404 404 404
`
	expectedOfSubmissions = `
GET  /submissions                             303 200 200 200 200 200 200
GET  /submissions/new                         303 200 200 200 200 200 200
POST /submissions                             401 422 422 422 422 422 422
GET  /submissions/DRAFT/edit                  303 200 404 404 404 404 404
GET  /submissions/WAITING/edit                303 409 404 404 404 404 403
POST /submissions/DRAFT/edit                  401 409 404 404 404 404 404
POST /submissions/WAITING/edit                401 409 404 404 404 404 403
GET  /submissions/DRAFT/steps/files          303 200 404 404 404 404 404
GET  /submissions/WAITING/steps/files        303 409 404 404 404 404 403
POST /submissions/DRAFT/steps/files          401 409 404 404 404 404 404
POST /submissions/WAITING/steps/files        401 409 404 404 404 404 403
GET  /submissions/DRAFT/steps/level          303 200 404 404 404 404 404
GET  /submissions/WAITING/steps/level        303 409 404 404 404 404 403
POST /submissions/DRAFT/steps/level          401 409 404 404 404 404 404
POST /submissions/WAITING/steps/level        401 409 404 404 404 404 403
GET  /submissions/DRAFT/steps/nothing        303 404 404 404 404 404 404
POST /submissions/DRAFT/fields                401 422 404 404 404 404 404
POST /submissions/WAITING/fields              401 422 404 404 404 404 403
GET  /submissions/DRAFT/verdict               303 200 404 404 404 404 404
GET  /submissions/DRAFT/verdict?since=1       303 200 404 404 404 404 404
GET  /submissions/WAITING/verdict             303 409 404 404 404 404 403
GET  /submissions/DRAFT/log?file=FILE         303 200 404 404 404 404 404
GET  /submissions/DRAFT/log?file=no-such-file 303 404 404 404 404 404 404
GET  /submissions/WAITING/log?file=FILE       303 409 404 404 404 404 403
POST /submissions/DRAFT/log?file=FILE         401 200 404 404 404 404 404
POST /submissions/DRAFT/log                   401 404 404 404 404 404 404
GET  /submissions/DRAFT/yaml                  303 200 404 404 404 404 404
POST /submissions/DRAFT/yaml                  401 422 404 404 404 404 404
GET  /submissions/DRAFT/manifest              303 200 404 404 404 404 404
GET  /submissions/WAITING/manifest            303 200 404 404 404 404 403
POST /submissions/DRAFT/manifest              401 409 404 404 404 404 404
POST /submissions/WAITING/manifest            401 409 404 404 404 404 403
GET  /submissions/DRAFT/parts                 303 200 404 404 404 404 404
GET  /submissions/WAITING/parts               303 409 404 404 404 404 403
POST /submissions/DRAFT/keep/meters/99        401 404 404 404 404 404 404
POST /submissions/DRAFT/keep/series/0         401 404 404 404 404 404 404
POST /submissions/WAITING/keep/meters/0       401 409 404 404 404 404 403
POST /submissions/DRAFT/take                  401 404 404 404 404 404 404
POST /submissions/WAITING/take                401 409 404 404 404 404 403
POST /submissions/from/DRAFT                  401 422 404 404 404 404 404
POST /submissions/from/LISTED                 401 422 404 404 404 404 404
`
	expectedOfPrograms = `
GET  /api                                     200 200 200 200 200 200 200
GET  /data                                    200 200 200 200 200 200 200
GET  /data/green500-lists.zip                 200 200 200 200 200 200 200
GET  /data/green500-lists.zip?strict=1&x=1    422 422 422 422 422 422 422
GET  /data/green500-lists.zip.sha256          200 200 200 200 200 200 200
GET  /api/openapi.json                        200 200 200 200 200 200 200
GET  /api/openapi-3.0.json                    200 200 200 200 200 200 200
GET  /api/v1/lists                            200 200 200 200 200 200 200
GET  /api/v1/lists/2025-11                    200 200 200 200 200 200 200
GET  /api/v1/lists/2026-11                    404 404 404 404 404 404 404
GET  /api/v1/lists/all/rows?q=a&size=2        200 200 200 200 200 200 200
GET  /api/v1/lists/2025-11/rows?sort=nothing  422 422 422 422 422 422 422
GET  /api/v1/systems/1                        200 200 200 200 200 200 200
GET  /api/v1/systems/MACHINE                  200 200 200 200 200 200 200
GET  /api/v1/systems/999999                   404 404 404 404 404 404 404
GET  /api/v1/columns                          200 200 200 200 200 200 200
GET  /feed.atom                               200 200 200 200 200 200 200
GET  /sitemap.xml                             200 200 200 200 200 200 200
GET  /sitemap.xml?part=9                      422 422 422 422 422 422 422
GET  /robots.txt                              200 200 200 200 200 200 200
GET  /api/v1/server                           200 200 200 200 200 200 200
GET  /api/v1/submissions                      401 200 200 200 200 200 200
POST /api/v1/submissions                      401 422 422 422 422 422 422
GET  /api/v1/submissions/DRAFT                401 200 404 404 404 404 404
GET  /api/v1/submissions/WAITING              401 200 404 200 200 404 403
PUT  /api/v1/submissions/DRAFT/document       401 422 404 404 404 404 404
PUT  /api/v1/submissions/WAITING/document     401 409 404 404 404 404 403
POST /api/v1/submissions/DRAFT/verdict        401 200 404 404 404 404 404
POST /api/v1/submissions/DRAFT/manifest       401 422 404 404 404 404 404
POST /api/v1/submissions/WAITING/manifest     401 409 404 404 404 404 403
POST /api/v1/submissions/WAITING/submit       401 409 404 404 404 404 403
`
	expectedOfUploads = `
OPTIONS /uploads                              204 204 204 204 204 204 204
POST /uploads                                 401 400 400 400 400 400 400
HEAD /uploads/UPLOAD                          401 200 404 404 404 404 404
GET  /uploads/UPLOAD                          303 200 404 404 404 404 404
GET  /uploads/no-such-upload                  303 404 404 404 404 404 404
PATCH /uploads/UPLOAD                         401 415 404 404 404 404 404
GET  /submissions/DRAFT/uploads               303 200 404 404 404 404 404
GET  /submissions/WAITING/uploads             303 409 404 404 404 404 403
POST /submissions/DRAFT/uploads               401 422 404 404 404 404 404
POST /submissions/WAITING/uploads             401 409 404 404 404 404 403
DELETE /uploads/UPLOAD                        401 204 404 404 404 404 404
POST /uploads/SPARE/cancel                    401 303 404 404 404 404 404
GET  /submissions/WAITING/receipts/RECEIPT    303 200 404 404 404 404 403
GET  /submissions/DRAFT/receipts/RECEIPT      303 404 404 404 404 404 404
GET  /receipts/key                            200 200 200 200 200 200 200
`
	expectedOfEntries = `
GET  /submissions/DRAFT                       303 200 404 404 404 404 404
GET  /submissions/WAITING                     303 200 404 200 200 404 403
GET  /submissions/LISTED                      303 200 200 200 200 200 200
GET  /submissions/WAITING/chart.json          401 200 404 200 200 404 403
GET  /submissions/WAITING/report.json         401 200 404 200 200 404 403
GET  /submissions/WAITING/platform.xml        303 200 404 200 200 404 403
GET  /submissions/WAITING/submission.yaml     303 200 404 200 200 404 403
GET  /submissions/WAITING/bundle.zip          303 200 404 200 200 404 403
GET  /submissions/LISTED/bundle.zip           303 200 403 200 200 403 200
GET  /submissions/LISTED/files/FILE           303 200 403 200 200 403 200
GET  /submissions/WAITING/files/FILE          303 200 404 200 200 404 403
GET  /submissions/WAITING/files/no-such-file  303 404 404 404 404 404 403
GET  /submissions/DRAFT/manifests/1/manifest.json 401 200 404 404 404 404 404
GET  /submissions/DRAFT/manifests/2/manifest.json 401 404 404 404 404 404 404
GET  /submissions/DRAFT/manifests/x/manifest.json 401 404 404 404 404 404 404
GET  /submissions/DRAFT/manifests/1/receipt.json  401 200 404 404 404 404 404
GET  /submissions/WAITING/manifests/1/receipt.json 401 404 404 404 404 404 403
GET  /submissions/DRAFT/submitted             303 303 404 404 404 404 404
GET  /submissions/WAITING/submitted           303 200 404 404 404 404 403
GET  /submissions/DRAFT/withdraw              303 200 404 404 404 404 404
GET  /submissions/WAITING/withdraw            303 200 404 404 404 404 403
POST /submissions/DRAFT/moves                 401 409 404 404 404 404 404
POST /submissions/WAITING/moves               401 409 404 409 409 404 403
`
	expectedOfDesks = `
GET  /editions                                303 403 403 403 200 403 403
GET  /editions/rehearsal                      303 403 403 403 200 200 403
GET  /editions/rehearsal?methodology=1.2      303 403 403 403 200 200 403
GET  /editions/rehearsal?methodology=4        303 403 403 403 422 422 403
GET  /editions/rehearsal.csv?methodology=1.2  303 403 403 403 200 200 403
GET  /editions/rehearsal.csv?methodology=4    303 403 403 403 422 422 403
POST /editions                                401 403 403 403 422 403 403
POST /editions/2020-06/publish                401 403 403 403 404 403 403
GET  /accounts                                303 403 403 403 403 200 403
POST /accounts                                401 403 403 403 403 422 403
POST /accounts/999999/role                    401 403 403 403 403 422 403
POST /accounts/999999/disabled                401 403 403 403 403 422 403
GET  /accounts/999999/erase                   303 403 403 403 403 404 403
POST /accounts/999999/erase                   401 403 403 403 403 404 403
GET  /outbox                                  303 403 403 403 403 200 403
GET  /outbox?before=1                         303 403 403 403 403 200 403
POST /outbox/release                          401 403 403 403 403 409 403
POST /outbox/test                             401 403 403 403 403 303 403
POST /outbox/1/again                          401 403 403 403 403 409 403
POST /outbox/999999/again                     401 403 403 403 403 404 403
GET  /server                                  303 403 403 403 403 200 403
GET  /server/jobs                             303 403 403 403 403 200 403
POST /server/jobs/999999/again                401 403 403 403 403 404 403
`
	expectedOfQueue = `
GET  /review                                  303 403 403 200 200 403 200
GET  /review?state=all&sort=-worst&page=2     303 403 403 200 200 403 200
GET  /review?sort=nothing&state=x&page=-1     303 403 403 200 200 403 200
GET  /review/assign                           303 403 403 409 200 403 409
POST /review/assign                           401 403 403 409 303 403 409
GET  /review/conflicts                        303 403 403 200 200 403 200
GET  /review/conflicts?entry=WAITING          303 403 403 200 200 403 200
POST /review/conflicts                        401 403 403 422 422 403 422
POST /review/conflicts/999999/withdraw        401 403 403 404 404 403 404
GET  /submissions/WAITING/reviewer            303 403 403 409 200 403 403
GET  /submissions/DRAFT/reviewer              303 403 403 404 404 403 404
POST /submissions/WAITING/reviewer            401 403 403 422 422 403 403
POST /submissions/DRAFT/reviewer              401 403 403 404 404 403 404
`
	expectedOfDecisions = `
POST /submissions/WAITING/reason              401 200 404 200 200 404 403
POST /submissions/DRAFT/reason                401 200 404 404 404 404 404
POST /submissions/WAITING/waivers             401 409 404 409 409 404 403
POST /submissions/DRAFT/waivers               401 409 404 404 404 404 404
POST /submissions/WAITING/waivers/999999      401 404 404 404 404 404 403
POST /submissions/WAITING/waivers/none        401 404 404 404 404 404 403
`
	expectedOfCharts = `
GET  /submissions/WAITING/window.json?from=2026-01-01T00:00:00Z&to=2026-01-01T00:01:00Z 401 200 404 200 200 404 403
GET  /submissions/DRAFT/window.json?from=2026-01-01T00:00:00Z&to=2026-01-01T00:01:00Z 401 200 404 404 404 404 404
GET  /entries/LISTED/window.json?from=2026-01-01T00:00:00Z&to=2026-01-01T00:01:00Z 200 200 200 200 200 200 200
GET  /entries/WAITING/window.json?from=2026-01-01T00:00:00Z&to=2026-01-01T00:01:00Z 404 200 404 200 200 404 403
GET  /submissions/WAITING/chart.svg 303 200 404 200 200 404 403
GET  /submissions/DRAFT/chart.svg 303 200 404 404 404 404 404
GET  /entries/LISTED/chart.svg 200 200 200 200 200 200 200
GET  /entries/WAITING/chart.svg 404 200 404 200 200 404 403
GET  /submissions/WAITING/chart.csv 303 200 404 200 200 404 403
GET  /submissions/DRAFT/chart.csv 303 200 404 404 404 404 404
GET  /entries/LISTED/chart.csv 200 200 200 200 200 200 200
GET  /entries/WAITING/chart.csv 404 200 404 200 200 404 403
GET  /submissions/WAITING/window.json 401 422 404 422 422 404 403
`
	expectedOfQuestions = `
GET  /submissions/WAITING/questions             303 200 404 200 200 404 403
GET  /submissions/WAITING/questions?show=all&among=private 303 200 404 200 200 404 403
GET  /submissions/DRAFT/questions               303 200 404 404 404 404 404
GET  /submissions/LISTED/questions              303 200 404 200 200 404 200
GET  /submissions/WAITING/questions/new         303 200 404 200 200 404 403
GET  /submissions/WAITING/questions/new?continues=PRIVATE 303 200 404 200 200 404 403
GET  /submissions/DRAFT/questions/new           303 409 404 404 404 404 404
GET  /submissions/LISTED/questions/new          303 200 404 200 200 404 200
POST /submissions/WAITING/questions             401 409 404 409 409 404 403
POST /submissions/DRAFT/questions               401 409 404 404 404 404 404
POST /submissions/LISTED/questions              401 409 404 409 409 404 409
GET  /submissions/WAITING/questions/PRIVATE     303 404 404 200 200 404 403
GET  /submissions/WAITING/questions/SHARED      303 200 404 200 200 404 403
GET  /submissions/LISTED/questions/SHARED       303 404 404 404 404 404 404
POST /submissions/WAITING/questions/PRIVATE     401 404 404 422 422 404 403
POST /submissions/WAITING/questions/SHARED      401 422 404 422 422 404 403
`
	expectedOfRevisions = `
GET  /submissions/WAITING/compare             303 200 404 200 200 404 403
GET  /submissions/WAITING/compare?from=1&to=1 303 200 404 200 200 404 403
GET  /submissions/WAITING/compare?from=9      303 404 404 404 404 404 403
GET  /submissions/DRAFT/compare               303 200 404 404 404 404 404
GET  /submissions/LISTED/compare              303 200 404 200 200 404 200
GET  /submissions/WAITING/compare.json        401 200 404 200 200 404 403
GET  /submissions/WAITING?revision=1          303 200 404 200 200 404 403
GET  /submissions/WAITING?revision=9          303 404 404 404 404 404 403
GET  /submissions/WAITING?revision=x          303 404 404 404 404 404 403
GET  /entries/LISTED?revision=1               200 200 200 200 200 200 200
GET  /entries/LISTED?revision=9               404 404 404 404 404 404 404
`
	expectedOfLists = `
GET  /editions/2026-11                        303 403 403 403 200 403 403
GET  /editions/2025-11                        303 403 403 403 200 403 403
GET  /editions/1999-11                        303 403 403 403 404 403 403
POST /editions/2026-11                        401 403 403 403 422 403 403
POST /editions/2020-06                        401 403 403 403 404 403 403
POST /editions/2025-11/close                  401 403 403 403 409 403 403
GET  /editions/2025-11/archive.zip            303 403 403 403 200 403 403
GET  /editions/2026-11/archive.zip            303 403 403 403 404 403 403
GET  /editions/1999-11/archive.zip            303 403 403 403 404 403 403
GET  /editions/2026-11/preview                303 403 403 200 200 403 200
GET  /editions/2025-11/preview                303 403 403 409 409 403 409
GET  /lists/2025-11?as-of=released            200 200 200 200 200 200 200
GET  /lists/2025-11?as-of=yesterday           422 422 422 422 422 422 422
GET  /lists/2025-11/list.json                 200 200 200 200 200 200 200
GET  /lists/2025-11/list.json?as-of=1999      422 422 422 422 422 422 422
GET  /lists/2026-11/list.json                 404 404 404 404 404 404 404
GET  /lists/2025-11/list.csv                  200 200 200 200 200 200 200
GET  /lists/2026-11/list.csv                  404 404 404 404 404 404 404
GET  /lists/2025-11/errata.json               200 200 200 200 200 200 200
GET  /lists/2026-11/errata.json               404 404 404 404 404 404 404
GET  /lists/2025-11/changes                   200 200 200 200 200 200 200
GET  /lists/2026-11/changes                   404 404 404 404 404 404 404
GET  /lists/2025-11/errata?entry=LISTED       303 403 403 403 303 403 403
GET  /lists/2025-11/errata/LISTED             303 403 403 403 200 403 403
GET  /lists/2025-11/errata/WAITING            303 403 403 403 404 403 403
POST /lists/2025-11/errata/LISTED             401 403 403 403 422 403 403
POST /lists/2026-11/errata/WAITING            401 403 403 403 404 403 403
GET  /lists/all                               200 200 200 200 200 200 200
GET  /lists/all?level=3&sort=-power           200 200 200 200 200 200 200
GET  /lists/2025-11?country=&columns=rank     303 303 303 303 303 303 303
GET  /lists/2025-11?sort=colour               422 422 422 422 422 422 422
GET  /lists/2025-11?rmax_from=fast            422 422 422 422 422 422 422
GET  /lists/2025-11?page=9                    200 200 200 200 200 200 200
GET  /lists/1999-11                           404 404 404 404 404 404 404
GET  /?list=2025-11                           303 303 303 303 303 303 303
GET  /lists/2025-11/view.csv                  200 200 200 200 200 200 200
GET  /lists/2025-11/view.json                 200 200 200 200 200 200 200
GET  /lists/2025-11/view.xlsx                 200 200 200 200 200 200 200
GET  /lists/2025-11/view.parquet              200 200 200 200 200 200 200
GET  /lists/2025-11/view.csv?level=x&page=0   422 422 422 422 422 422 422
GET  /lists/all/view.csv?columns=rank         200 200 200 200 200 200 200
GET  /lists/2026-11/view.csv                  404 404 404 404 404 404 404
GET  /lists/SEALED/view.csv                   404 404 404 200 200 404 403
GET  /lists/SEALED                            404 404 404 200 200 404 403
GET  /lists/SEALED/list.json                  404 404 404 200 200 404 403
GET  /lists/SEALED/list.csv                   404 404 404 200 200 404 403
GET  /lists/SEALED/figures                    404 404 404 200 200 404 403
GET  /lists/SEALED/figures.svg?figure=ranks    404 404 404 200 200 404 403
GET  /lists/SEALED/errata.json                404 404 404 200 200 404 403
GET  /lists/SEALED/changes                    404 404 404 200 200 404 403
GET  /entries/EMBARGOED                       404 200 404 200 200 404 403
GET  /entries/EMBARGOED/chart.json            404 200 404 200 200 404 403
GET  /entries/EMBARGOED/report.json           404 200 404 200 200 404 403
GET  /entries/EMBARGOED/platform.xml          404 200 404 200 200 404 403
GET  /submissions/EMBARGOED                   303 200 404 200 200 404 403
`
	expectedOfAudit = `
GET  /audit                                   303 403 403 403 200 200 403
GET  /audit?person=sub&event=start&from=2026-01-01&until=2999-01-01&entry=1 303 403 403 403 200 200 403
GET  /audit?entry=x                           303 403 403 403 422 422 403
GET  /audit?from=yesterday                    303 403 403 403 422 422 403
GET  /audit.jsonl                             303 403 403 403 403 200 403
GET  /submissions/DRAFT/audit                 303 200 404 404 404 404 404
GET  /submissions/WAITING/audit               303 200 404 200 200 404 403
GET  /submissions/LISTED/audit                303 200 404 200 200 404 200
`
	expectedOfNotices = `
GET  /notices                                 303 200 200 200 200 200 200
GET  /notices?kind=work                       303 200 200 200 200 200 200
GET  /notices?kind=gossip&after=x             303 200 200 200 200 200 200
POST /notices/read                            401 409 409 409 409 409 409
POST /notices/999999                          401 404 404 404 404 404 404
POST /notices/NOTICE                          401 404 404 303 404 404 404
GET  /account/notices                         303 200 200 200 200 200 200
POST /account/notices                         401 303 303 303 303 303 303
GET  /submissions/DRAFT/appeals               303 200 404 404 404 404 404
GET  /submissions/WAITING/appeals             303 200 404 200 200 404 403
GET  /submissions/LISTED/appeals              303 200 404 200 200 404 200
GET  /submissions/JUDGED/appeals              303 200 404 200 200 404 200
POST /submissions/WAITING/appeals             401 409 404 409 409 404 403
POST /submissions/JUDGED/appeals              401 409 404 409 409 404 409
POST /submissions/JUDGED/appeals/APPEAL       401 409 404 409 409 404 409
POST /submissions/JUDGED/appeals/999999       401 404 404 404 404 404 404
POST /submissions/WAITING/appeals/APPEAL      401 404 404 404 404 404 403
`
	expectedOfStudies = `
GET  /submissions/DRAFT/study                 303 200 404 404 404 404 404
GET  /submissions/WAITING/study               303 200 404 200 200 404 403
GET  /submissions/WAITING/study?slower=x      303 422 404 422 422 404 403
GET  /submissions/WAITING/study.json          401 200 404 200 200 404 403
GET  /submissions/WAITING/study.csv?figure=x  303 404 404 404 404 404 403
GET  /entries/LISTED/study                    200 200 200 200 200 200 200
GET  /entries/LISTED/study?slower=-1          422 422 422 422 422 422 422
GET  /entries/WAITING/study                   404 404 404 404 404 404 404
GET  /entries/EMBARGOED/study                 404 200 404 200 200 404 403
GET  /entries/LISTED/study.json               200 200 200 200 200 200 200
GET  /entries/WAITING/study.json              404 404 404 404 404 404 404
GET  /entries/EMBARGOED/study.json            404 200 404 200 200 404 403
GET  /entries/LISTED/study.csv                404 404 404 404 404 404 404
`
	expectedOfTrends = `
GET  /models                                   200 200 200 200 200 200 200
GET  /models/simgrid                           200 200 200 200 200 200 200
GET  /models/none                              404 404 404 404 404 404 404
GET  /models/simgrid?cores=x                   422 422 422 422 422 422 422
GET  /models/algorithmic?entry=LISTED          200 200 200 200 200 200 200
GET  /models/algorithmic?entry=WAITING         404 200 404 200 200 404 403
GET  /models/algorithmic?entry=x               422 422 422 422 422 422 422
GET  /models/simgrid/platform.xml              200 200 200 200 200 200 200
GET  /models/simgrid/platform.xml?cores=x      422 422 422 422 422 422 422
GET  /models/simgrid/calibrate                 200 200 200 200 200 200 200
POST /models/simgrid/calibrate                 422 422 422 422 422 422 422
GET  /models/simgrid?states=x                  422 422 422 422 422 422 422
GET  /models/pascol/study                      200 200 200 200 200 200 200
POST /models/pascol/study                      422 422 422 422 422 422 422
GET  /models/merpsys/machine                   200 200 200 200 200 200 200
GET  /models/merpsys/machine?example=dac       200 200 200 200 200 200 200
GET  /models/merpsys/machine?runs=x            422 422 422 422 422 422 422
GET  /models/merpsys/machine?entry=WAITING     404 200 404 200 200 404 403
POST /models/merpsys/machine                   422 422 422 422 422 422 422
POST /models/simgrid/platform                  422 422 422 422 422 422 422
GET  /models/simgrid/figures.json              200 200 200 200 200 200 200
GET  /models/simgrid/figures.json?cores=x      422 422 422 422 422 422 422
GET  /models/simgrid/figures.csv?figure=load   200 200 200 200 200 200 200
GET  /models/simgrid/figures.csv?figure=none   422 422 422 422 422 422 422
GET  /trends                                   200 200 200 200 200 200 200
GET  /trends?kind=top500                       200 200 200 200 200 200 200
GET  /trends?kind=top10                        422 422 422 422 422 422 422
GET  /trends?from=1999-11&to=x&edition=y       422 422 422 422 422 422 422
GET  /trends?from=2025-11&to=2025-11&edition=2025-11 200 200 200 200 200 200 200
GET  /trends.json                              200 200 200 200 200 200 200
GET  /trends.json?from=1999-11                 422 422 422 422 422 422 422
GET  /trends.csv?figure=efficiency             200 200 200 200 200 200 200
GET  /trends.csv?figure=none                   422 422 422 422 422 422 422
GET  /trends.svg?figure=efficiency             200 200 200 200 200 200 200
GET  /trends.png?figure=levels                 200 200 200 200 200 200 200
GET  /trends.svg?figure=none                   422 422 422 422 422 422 422
GET  /lists/2025-11/figures                    200 200 200 200 200 200 200
GET  /lists/2025-11/figures?colour=accelerator 200 200 200 200 200 200 200
GET  /lists/2025-11/figures?colour=red         422 422 422 422 422 422 422
GET  /lists/1999-11/figures                    404 404 404 404 404 404 404
GET  /lists/2025-11/figures.json               200 200 200 200 200 200 200
GET  /lists/2025-11/figures.csv?figure=scatter 200 200 200 200 200 200 200
GET  /lists/2025-11/figures.csv                404 404 404 404 404 404 404
GET  /lists/2025-11/figures.svg?figure=ranks   200 200 200 200 200 200 200
GET  /lists/2025-11/figures.png?figure=countries 200 200 200 200 200 200 200
GET  /trends.csv?figure=efficiency&kind=top500 404 404 404 404 404 404 404
GET  /plan                                     200 200 200 200 200 200 200
GET  /plan?run.core_phase_s=600                422 422 422 422 422 422 422
GET  /plan?node_sets[0].nodes=160&node_sets[0].power_per_node_w=640&run.core_phase_s=600 200 200 200 200 200 200 200
GET  /plan?from=LISTED                         200 200 200 200 200 200 200
GET  /plan?from=DRAFT                          404 404 404 404 404 404 404
GET  /plan?from=none                           404 404 404 404 404 404 404
GET  /plan.yaml?node_sets[0].nodes=160&node_sets[0].power_per_node_w=640&run.core_phase_s=600 200 200 200 200 200 200 200
GET  /plan.yaml                                422 422 422 422 422 422 422
GET  /systems/MACHINE                          200 200 200 200 200 200 200
GET  /systems/MACHINEID                        308 308 308 308 308 308 308
GET  /systems/MACHINEID/figures.csv?figure=power 308 308 308 308 308 308 308
GET  /systems/999999                           404 404 404 404 404 404 404
GET  /systems/x                                404 404 404 404 404 404 404
GET  /systems/MACHINE/figures.json             200 200 200 200 200 200 200
GET  /systems/999999/figures.json              404 404 404 404 404 404 404
GET  /systems/MACHINE/figures.csv?figure=power 200 200 200 200 200 200 200
GET  /systems/MACHINE/figures.csv              404 404 404 404 404 404 404
GET  /systems/MACHINE/figures.svg?figure=rank  200 200 200 200 200 200 200
GET  /systems/MACHINE/figures.png?figure=rank  200 200 200 200 200 200 200
GET  /systems/999999/figures.svg?figure=rank   404 404 404 404 404 404 404
GET  /by/country/DE/figures.svg?figure=places  200 200 200 200 200 200 200
GET  /by/country/DE/figures.png?figure=places  200 200 200 200 200 200 200
GET  /by/country/QQ/figures.svg?figure=places  404 404 404 404 404 404 404
GET  /by/country/DE                            200 200 200 200 200 200 200
GET  /by/country/DE?kind=top500                200 200 200 200 200 200 200
GET  /by/country/DE?kind=x                     422 422 422 422 422 422 422
GET  /by/country/QQ                            404 404 404 404 404 404 404
GET  /by/system/Example                        404 404 404 404 404 404 404
GET  /by/site/DOE%2FNNSA                       404 404 404 404 404 404 404
GET  /by/country/DE/figures.json               200 200 200 200 200 200 200
GET  /by/country/DE/figures.csv?figure=levels  200 200 200 200 200 200 200
GET  /by/country/DE/figures.csv?figure=x       422 422 422 422 422 422 422
GET  /compare                                  200 200 200 200 200 200 200
GET  /compare?row=2025-11:1                    200 200 200 200 200 200 200
GET  /compare?row=2025-11:1&list=2025-11&rank=1 303 303 303 303 303 303 303
GET  /compare?row=2025-11:1&list=2025-11&rank=9 422 422 422 422 422 422 422
GET  /compare?row=2025-11:x&row=none:1&row=    422 422 422 422 422 422 422
GET  /compare.json?row=2025-11:1               200 200 200 200 200 200 200
GET  /compare.json?row=2025-11:9               422 422 422 422 422 422 422
GET  /compare.csv?row=2025-11:1&figure=efficiency 200 200 200 200 200 200 200
GET  /compare.csv?row=2025-11:1                404 404 404 404 404 404 404
GET  /compare?row=SEALED:1                     422 422 422 200 200 422 422
GET  /compare.svg?row=2025-11:1&figure=against 200 200 200 200 200 200 200
GET  /compare.png?row=2025-11:1&figure=efficiency 200 200 200 200 200 200 200
GET  /compare.svg?row=2025-11:1&figure=none    422 422 422 422 422 422 422
GET  /compare.svg?figure=against               404 404 404 404 404 404 404
GET  /compare.svg?row=2025-11:1&row=SEALED:1&figure=against 422 422 422 200 200 422 422
`
	expectedLast = `
POST /logout                                  401 303 303 303 303 303 303
POST /account/sessions                        401 303 303 303 303 303 303
`
)

// TestEveryRouteAsEveryRole also holds every answer to what browsers and proxies may keep: what everybody may read, and
// that only of an answer to somebody who is not signed in.
func TestEveryRouteAsEveryRole(t *testing.T) {
	t.Parallel()
	house := open(t)
	house.judge(t)
	house.found(t)
	house.askAround(t)
	rows, actions, kept := map[string]bool{}, map[string]review.Action{}, 0
	for _, route := range web.Routes(&web.Answering{}) {
		actions[route.Method+" "+route.Path] = route.Action
	}
	for _, line := range strings.Split(strings.TrimSpace(expected), "\n") {
		words := strings.Fields(line)
		if len(words) == 0 {
			continue // between the parts
		}
		route := pattern(words[0], words[1])
		rows[route] = true
		for i, visitor := range visitors {
			t.Run(fmt.Sprintf("%s %s as %s", words[0], words[1], visitor), func(t *testing.T) {
				answer := house.send(t, visitor, house.request(t, words[0], house.address(words[1])))
				if got := answer.StatusCode; fmt.Sprint(got) != words[2+i] {
					t.Errorf("got %d, want %s", got, words[2+i])
				}
				if cached(t, answer, visitor == "public" && actions[route] == review.ReadPublic) {
					kept++
				}
			})
		}
	}
	if kept == 0 {
		t.Error("not even published lists are kept")
	}
	for _, address := range []string{"/nowhere", "/nowhere.json", "/healthz", "/readyz"} {
		if cached(t, house.send(t, "public", house.request(t, http.MethodGet, address)), false) {
			t.Errorf("%s is kept", address)
		}
	}
	for _, route := range web.Routes(&web.Answering{}) {
		if !rows[route.Method+" "+route.Path] {
			t.Errorf("nobody visits %s %s", route.Method, route.Path)
		}
	}
}

// cached reports whether browsers and proxies may keep an answer, which they may only if it is a page for everybody.
func cached(t *testing.T, answer *http.Response, public bool) bool {
	t.Helper()
	said := answer.Header.Get("Cache-Control")
	if said == "no-store" {
		return false
	}
	if !public || answer.StatusCode != http.StatusOK ||
		said != "no-cache" && !strings.HasPrefix(said, "public, max-age=") {
		t.Errorf("%d with %q", answer.StatusCode, said)
	}
	return true
}

// pattern turns an address of the table into the route that answers it.
func pattern(method, address string) string {
	for _, route := range web.Routes(&web.Answering{}) {
		if route.Method == method && sameShape(route.Path, address) {
			return method + " " + route.Path
		}
	}
	return "none"
}

func sameShape(path, address string) bool {
	address, _, _ = strings.Cut(address, "?")
	steps, parts := strings.Split(path, "/"), strings.Split(address, "/")
	if len(steps) != len(parts) {
		return false
	}
	for i, step := range steps {
		if !strings.HasPrefix(step, ":") && step != "*" && step != parts[i] {
			return false
		}
	}
	return true
}

func TestAnotherSitesPageChangesNothing(t *testing.T) {
	house := open(t)
	request := house.request(t, http.MethodPost, "/logout")
	request.Header.Set("Sec-Fetch-Site", "cross-site")
	if got := house.send(t, "submitter", request); got.StatusCode != http.StatusForbidden {
		t.Errorf("a cross-site request got %d", got.StatusCode)
	}
	if got := house.visit(t, "submitter", http.MethodGet, "/submissions"); got != http.StatusOK {
		t.Errorf("it signed the person out: %d", got)
	}
}

func TestEveryAnswerCarriesThePolicy(t *testing.T) {
	house := open(t)
	for _, address := range []string{"/", "/nowhere", "/login", "/static/app.css", "/healthz", "/entries/999"} {
		answer := house.send(t, "public", house.request(t, http.MethodGet, address))
		if len(answer.Header.Values("Set-Cookie")) > 1 {
			t.Errorf("%s: the session is written twice", address)
		}
		policy := answer.Header.Get("Content-Security-Policy")
		if !strings.Contains(policy, "default-src 'none'") || strings.Contains(policy, "unsafe") {
			t.Errorf("%s: policy %q", address, policy)
		}
	}
}

func TestProgramsGetProblems(t *testing.T) {
	house := open(t)
	request := house.request(t, http.MethodGet, "/submissions/999/report.json")
	answer := house.send(t, "reviewer", request)
	if kind := answer.Header.Get("Content-Type"); kind != "application/problem+json" ||
		answer.StatusCode != http.StatusNotFound {
		t.Errorf("%d %s", answer.StatusCode, kind)
	}
}

// visit asks for an address in the name of a visitor and returns the status.
func (h *house) visit(t *testing.T, visitor, method, address string) int {
	t.Helper()
	return h.send(t, visitor, h.request(t, method, address)).StatusCode
}

func (h *house) request(t *testing.T, method, address string) *http.Request {
	t.Helper()
	body := url.Values{"nothing": {"1"}}.Encode()
	request, err := http.NewRequestWithContext(t.Context(), method, h.server.URL+address, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	if strings.HasSuffix(address, "/login") {
		h.logins++
		request.Header.Set("X-Forwarded-For", fmt.Sprintf("203.0.113.%d", h.logins))
	}
	if strings.HasPrefix(address, "/uploads") {
		request.Header.Set("Tus-Resumable", "1.0.0")
	}
	if method == http.MethodPost {
		request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	}
	return request
}

// send sends a request as a visitor signed in for it alone, so that signing out ends nothing else.
func (h *house) send(t *testing.T, visitor string, request *http.Request) *http.Response {
	t.Helper()
	client := h.client(t, visitor)
	answer, err := client.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = answer.Body.Close() })
	return answer
}

// client is a browser in which the visitor is signed in.
func (h *house) client(t *testing.T, visitor string) *http.Client {
	t.Helper()
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	client := &http.Client{Jar: jar,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	if visitor == string(review.Public) {
		return client
	}
	if known, ok := h.cookies[visitor]; ok && !strings.Contains(t.Name(), "/logout") {
		jar.SetCookies(h.url, known)
		return client
	}
	h.signIn(t, client, visitor)
	h.cookies[visitor] = jar.Cookies(h.url)
	if strings.Contains(t.Name(), "/logout") {
		delete(h.cookies, visitor)
	}
	return client
}

func (h *house) signIn(t *testing.T, client *http.Client, visitor string) {
	t.Helper()
	form := url.Values{"email": {visitor + "@example.org"}, "password": {password}}
	request, err := http.NewRequestWithContext(t.Context(), http.MethodPost, h.server.URL+"/login",
		strings.NewReader(form.Encode()))
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	h.logins++
	request.Header.Set("X-Forwarded-For", fmt.Sprintf("203.0.113.%d", h.logins)) // sign-ins are limited by address
	answer, err := client.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	_ = answer.Body.Close()
	if answer.StatusCode != http.StatusSeeOther {
		t.Fatalf("%s could not sign in: %d", visitor, answer.StatusCode)
	}
}
