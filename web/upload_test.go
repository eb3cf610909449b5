package web_test

import (
	"bytes"
	"fmt"
	"html"
	"io"
	"maps"
	"mime/multipart"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"

	"green500/templates/fields"
	"green500/validation/document"
	"green500/validation/document/sample"
)

// upload sends files as a browser sends a folder, and returns the answer with its text.
func (h *house) upload(t *testing.T, files map[string]string) (*http.Response, string) {
	t.Helper()
	answer := h.send(t, "submitter", h.folderForm(t, "/submissions", files))
	text, err := io.ReadAll(answer.Body)
	must(t, err)
	return answer, string(text)
}

// folderForm is files as a browser sends a folder.
func (h *house) folderForm(t *testing.T, address string, files map[string]string) *http.Request {
	t.Helper()
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	must(t, form.WriteField("edition", "2026-11"))
	for _, name := range slices.Sorted(maps.Keys(files)) {
		part, err := form.CreateFormFile("folder", name)
		must(t, err)
		_, err = io.WriteString(part, files[name])
		must(t, err)
	}
	must(t, form.Close())
	request, err := http.NewRequestWithContext(t.Context(), http.MethodPost, h.server.URL+address, &body)
	must(t, err)
	request.Header.Set("Content-Type", form.FormDataContentType())
	return request
}

// folder is a clean submission as a folder.
func folder(t *testing.T) map[string]string {
	t.Helper()
	clean := sample.Clean(2, "2.0")
	text, err := document.YAML(&clean.Entry)
	must(t, err)
	files := map[string]string{"run/submission.yaml": string(text)}
	for name, content := range clean.Files {
		files["run/"+name] = string(content)
	}
	return files
}

func (h *house) count(t *testing.T) int {
	t.Helper()
	entries, err := h.store.Submissions.EntriesOf(t.Context(), h.people["submitter"].ID)
	must(t, err)
	return len(entries)
}

// TestAnUploadThatCannotBeReadIsRefusedWhole: one sentence says where and what to do, and nothing is stored.
func TestAnUploadThatCannotBeReadIsRefusedWhole(t *testing.T) {
	h := open(t)
	for name, c := range map[string]struct {
		spoil func(map[string]string)
		want  string
	}{
		"unknown field": {func(f map[string]string) { replace(f, "submission.yaml", "claimed_level", "claimd_level") },
			"claimd_level: unknown field; did you mean &#34;claimed_level&#34;?"},
		"missing zone": {func(f map[string]string) { replace(f, "submission.yaml", "T10:18:40+01:00", "T10:18:40") },
			"has no zone; write it with its offset"},
		"broken zip": {func(f map[string]string) { f["all.zip"] = "no zip" }, "all.zip: this is not a zip archive"},
		"broken YAML": {func(f map[string]string) { replace(f, "submission.yaml", "contact:", "contact: [") },
			"correct the YAML there"},
		"too large": {func(f map[string]string) { f["run/big"] = strings.Repeat("0", maxUpload) },
			fmt.Sprint(maxUpload)},
	} {
		t.Run(name, func(t *testing.T) {
			files := folder(t)
			c.spoil(files)
			before := h.count(t)
			answer, text := h.upload(t, files)
			if answer.StatusCode/100 != 4 || !strings.Contains(text, c.want) {
				t.Errorf("%d, without %q:\n%s", answer.StatusCode, c.want, text)
			}
			if strings.Contains(text, "goroutine") {
				t.Error("a stack is shown")
			}
			if h.count(t) != before {
				t.Error("something was stored")
			}
		})
	}
}

// TestDraftSaysWhatToCorrect: if the document can be read, the files are kept and the error
// stands on the page and at the field of the form.
func TestDraftSaysWhatToCorrect(t *testing.T) {
	h := open(t)
	for name, c := range map[string]struct {
		spoil       func(map[string]string)
		want, field string
	}{
		"missing file": {func(f map[string]string) { delete(f, "run/HPL.out") },
			"is not in the bundle; put it beside the document", "run.output"},
		"no zone": {
			func(f map[string]string) { replace(f, "submission.yaml", "timezone: Europe/Berlin", "result: 1") },
			"prints local time without a zone", "run.timezone"},
		"not covered": {func(f map[string]string) { replace(f, "submission.yaml", "Europe/Berlin", "Asia/Tokyo") },
			"do not cover the core phase", "series[0]"},
		"backwards": {func(f map[string]string) {
			replace(f, "HPL.out", "end time   Thu Nov  5 10:30:00", "end time   Thu Nov  5 09:30:00")
		}, "before its start", ""},
		"spoilt cells": {func(f map[string]string) {
			for path, text := range f {
				if strings.HasSuffix(path, "/meter.csv") { // more of them than are left out
					f[path] = strings.ReplaceAll(text, ",7", ",bad7")
				}
			}
		}, "meter.csv, line 2", ""},
	} {
		t.Run(name, func(t *testing.T) {
			files := folder(t)
			c.spoil(files)
			answer, _ := h.upload(t, files)
			if answer.StatusCode != http.StatusSeeOther {
				t.Fatalf("got %d", answer.StatusCode)
			}
			address := answer.Header.Get("Location")
			for _, page := range []string{address, address + "/edit"} {
				text := h.read(t, "submitter", page)
				if !strings.Contains(text, c.want) {
					t.Errorf("%s does not say %q", page, c.want)
				}
			}
			if got := h.visit(t, "submitter", http.MethodGet, address+"/report.json"); got != http.StatusNotFound {
				t.Errorf("there is a verdict: %d", got)
			}
			if href := fields.FieldHref(c.field); c.field != "" &&
				!strings.Contains(h.read(t, "submitter", address+"/edit"), `href="`+href) {
				t.Errorf("the summary does not lead to %s", href)
			}
		})
	}
}

func (h *house) read(t *testing.T, visitor, address string) string {
	t.Helper()
	answer := h.send(t, visitor, h.request(t, http.MethodGet, address))
	text, err := io.ReadAll(answer.Body)
	must(t, err)
	if answer.StatusCode != http.StatusOK {
		t.Fatalf("%s: %d", address, answer.StatusCode)
	}
	return string(text)
}

func replace(files map[string]string, name, old, with string) {
	for path := range files {
		if strings.HasSuffix(path, "/"+name) {
			files[path] = strings.Replace(files[path], old, with, 1)
		}
	}
}

// TestFilesOfAnyNameCanBeTakenAway as they were uploaded, and never as a page.
func TestFilesOfAnyNameCanBeTakenAway(t *testing.T) {
	h := open(t)
	files := folder(t)
	const name, content = "100% odd #1?.html", "<script>alert(1)</script>"
	files["run/"+name] = content
	answer, _ := h.upload(t, files)
	page := h.read(t, "submitter", answer.Header.Get("Location"))
	link := regexp.MustCompile(`href="([^"]*100%25[^"]*)"`).FindStringSubmatch(page)
	if link == nil {
		t.Fatal("there is no link to the file")
	}
	taken := h.send(t, "submitter", h.request(t, http.MethodGet, html.UnescapeString(link[1])))
	text, err := io.ReadAll(taken.Body)
	must(t, err)
	if len(taken.Header.Values("Set-Cookie")) > 1 {
		t.Error("the session is written twice")
	}
	if string(text) != content || taken.Header.Get("Content-Type") != "application/octet-stream" ||
		!strings.HasPrefix(taken.Header.Get("Content-Disposition"), "attachment") {
		t.Errorf("%d %v:\n%s", taken.StatusCode, taken.Header, text)
	}
}
