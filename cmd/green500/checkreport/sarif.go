package checkreport

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"io"
	"net/url"
	"path"
	"strings"

	"green500/validation"
	"green500/validation/methodology"
	"green500/validation/rules"
)

// The objects of SARIF 2.1.0 that GitHub reads. Names are those of the standard.
type (
	sarifLog struct {
		Schema  string     `json:"$schema"`
		Version string     `json:"version"`
		Runs    []sarifRun `json:"runs"`
	}
	sarifRun struct {
		Tool        sarifTool         `json:"tool"`
		Automation  map[string]string `json:"automationDetails"`
		Invocations []map[string]bool `json:"invocations"`
		Columns     string            `json:"columnKind"`
		Results     []sarifResult     `json:"results"`
		Properties  map[string]string `json:"properties,omitempty"`
	}
	sarifTool struct {
		Driver driver `json:"driver"`
	}
	driver struct {
		Name        string      `json:"name"`
		Version     string      `json:"version"`
		Information string      `json:"informationUri,omitempty"`
		Rules       []sarifRule `json:"rules"`
	}
	message struct {
		Text string `json:"text"`
	}
	sarifRule struct {
		ID      string            `json:"id"`
		Name    string            `json:"name"`
		Short   message           `json:"shortDescription"`
		Full    message           `json:"fullDescription"`
		Help    message           `json:"help"`
		HelpURI string            `json:"helpUri,omitempty"`
		Default map[string]string `json:"defaultConfiguration"`
		More    ruleProperties    `json:"properties"`
	}
	ruleProperties struct {
		Tags      []string `json:"tags"`
		Precision string   `json:"precision"`
		Severity  string   `json:"problem.severity"`
	}
	sarifResult struct {
		Rule         string            `json:"ruleId"`
		Index        int               `json:"ruleIndex"`
		Level        string            `json:"level"`
		Message      message           `json:"message"`
		Locations    []location        `json:"locations"`
		Fingerprints map[string]string `json:"partialFingerprints"`
		Properties   map[string]string `json:"properties,omitempty"`
	}
	location struct {
		Physical physical  `json:"physicalLocation"`
		Logical  []logical `json:"logicalLocations,omitempty"`
	}
	physical struct {
		File   map[string]string `json:"artifactLocation"`
		Region map[string]int    `json:"region"`
	}
	logical struct {
		Name string `json:"fullyQualifiedName"`
	}
)

// The levels of SARIF.
const (
	levelError   = "error"
	levelWarning = "warning"
)

// inputRule is the id of problems that prevent grading; no rule of the methodology has it.
const inputRule = "input"

// SARIF writes a log of SARIF 2.1.0: a result for each requirement of the claimed level that is not met or not shown
// (error), for each warning (warning), and for each problem that prevents grading (error). Its place is the line of the
// document where the finding is corrected, or line 1 if that is not known. Each rule links to its page if a server is
// known.
func SARIF(out io.Writer, c Checked) error {
	run := sarifRun{
		Tool: sarifTool{driver{Name: "green500", Version: c.Version, Information: c.Server,
			Rules: []sarifRule{}}},
		Automation: map[string]string{"id": "green500/" + c.Path(c.Document) + "/"}, Columns: "unicodeCodePoints",
		Invocations: []map[string]bool{{"executionSuccessful": c.Report != nil}}, Results: []sarifResult{},
	}
	if c.Report == nil {
		c.sarifProblems(&run)
	} else {
		c.sarifFindings(&run)
	}
	encoder := json.NewEncoder(out)
	encoder.SetIndent("", "  ")
	encoder.SetEscapeHTML(false)
	return encoder.Encode(sarifLog{Schema: "https://json.schemastore.org/sarif-2.1.0.json", Version: "2.1.0",
		Runs: []sarifRun{run}})
}

func (c Checked) sarifProblems(run *sarifRun) {
	const title = "The bundle can be graded"
	run.Tool.Driver.Rules = []sarifRule{{
		ID: inputRule, Name: inputRule, Short: message{title},
		Full:    message{title + ": its document and logs can be read, and contradict nothing."},
		Help:    message{"Correct the document or the log there, and check again."},
		Default: map[string]string{"level": levelError}, More: properties(levelError, inputRule),
	}}
	for _, p := range c.Problems {
		run.Results = append(run.Results, sarifResult{
			Rule: inputRule, Level: levelError, Message: message{problem(p)},
			Locations:    []location{at(c.file(p), p.Line, p.Field)},
			Fingerprints: fingerprint(inputRule, c.file(p), cmp.Or(p.Field, p.Problem)),
		})
	}
}

func (c Checked) sarifFindings(run *sarifRun) {
	r := c.Report
	run.Properties = map[string]string{"methodology": r.Methodology, "claimedLevel": r.ClaimedLevel.String(),
		"grantedLevel": r.GrantedLevel.String(), "report": r.Digests.Report}
	index := map[string]int{}
	for n, rule := range rules.For(methodology.Edition(r.Methodology)) {
		index[rule.ID] = n
		run.Tool.Driver.Rules = append(run.Tool.Driver.Rules, c.sarifRule(rule))
	}
	for _, f := range oneEach(r) {
		level := levelError
		switch validation.StandingOf(f, r.ClaimedLevel) {
		case validation.Failed, validation.Unproven:
		case validation.Warned:
			level = levelWarning
		default:
			continue
		}
		field, line := c.Place(f)
		run.Results = append(run.Results, sarifResult{
			Rule: f.Rule, Index: index[f.Rule], Level: level, Message: message{sentences(f)},
			Locations:    []location{at(c.Path(c.Document), line, field)},
			Fingerprints: fingerprint(f.Rule, c.Path(c.Document), field),
			Properties: map[string]string{"outcome": string(f.Outcome), "observed": f.Observed, "limit": f.Limit,
				"section": f.Section},
		})
	}
}

func (c Checked) sarifRule(rule rules.Rule) sarifRule {
	level := levelError
	if rule.Severity != rules.Must {
		level = levelWarning
	}
	return sarifRule{
		ID: rule.ID, Name: camel(rule.ID), Short: message{rule.Title}, Full: message{cmp.Or(rule.Requires, rule.Title)},
		Help: message{strings.TrimSpace(rule.Remedy + " " + rule.How)}, HelpURI: c.help(rule.ID),
		Default: map[string]string{"level": level}, More: properties(level, "aspect-"+string(rule.Aspect)),
	}
}

func properties(level, tag string) ruleProperties {
	return ruleProperties{Tags: []string{tag}, Precision: "very-high", Severity: level}
}

// camel is the name of a rule as SARIF writes names: meter-accuracy is MeterAccuracy.
func camel(id string) string {
	var name strings.Builder
	for word := range strings.SplitSeq(id, "-") {
		name.WriteString(strings.ToUpper(word[:1]) + word[1:])
	}
	return name.String()
}

func at(file string, line int, field string) location {
	address := url.URL{Path: file}
	if path.IsAbs(file) {
		address.Scheme = "file"
	}
	there := location{Physical: physical{map[string]string{"uri": address.String()},
		map[string]int{"startLine": max(line, 1)}}}
	if field != "" {
		there.Logical = []logical{{field}}
	}
	return there
}

// fingerprint keeps a result the same while lines move.
func fingerprint(parts ...string) map[string]string {
	sum := sha256.Sum256([]byte(strings.Join(parts, "\n")))
	const length = 8 // bytes, as GitHub's own
	return map[string]string{"primaryLocationLineHash": hex.EncodeToString(sum[:length]) + ":1"}
}
