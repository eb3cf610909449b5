package manpage

import "strings"

// roff is a page in the macros of man(7).
type roff struct{ strings.Builder }

// raw writes a line as it is.
func (r *roff) raw(line string) {
	r.WriteString(line)
	r.WriteByte('\n')
}

// macro writes a macro with its arguments.
func (r *roff) macro(name string, arguments ...string) {
	line := "." + name
	for _, one := range arguments {
		line += ` "` + strings.ReplaceAll(escaped(one), `"`, `\(dq`) + `"`
	}
	r.raw(line)
}

// text writes sentences, each on a line of its own.
func (r *roff) text(text string) {
	for line := range strings.Lines(strings.ReplaceAll(text, ". ", ".\n")) {
		if line = strings.TrimSpace(line); line != "" {
			r.raw(escaped(line))
		}
	}
}

// item writes a name, and what is said of it below.
func (r *roff) item(name, text string) {
	r.macro("TP")
	r.raw(`\fB` + escaped(name) + `\fR`)
	r.text(text)
}

// escaped is a text as roff prints it: a dash is one that can be copied, and no line begins with a request.
func escaped(text string) string {
	text = strings.NewReplacer(`\`, `\e`, "-", `\-`, "^", `\(ha`, "~", `\(ti`, "`", `\(ga`, "'", `\(aq`).Replace(text)
	if strings.HasPrefix(text, ".") {
		return `\&` + text
	}
	return text
}
