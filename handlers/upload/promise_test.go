package upload

import (
	"net/http"
	"net/http/httptest"
	"reflect"
	"strings"
	"testing"

	"github.com/labstack/echo/v4"

	"green500/handlers"
	"green500/store/uploads"
)

// TestWhatAnUploadPromises: its length, the submission, the name and the digest; "12" is MTI= in base64.
func TestWhatAnUploadPromises(t *testing.T) {
	for _, c := range []struct {
		length, metadata, later string
		want                    uploads.NewUpload
		status                  int
	}{
		{"100", "filename bG9nLmNzdg==,entry MTI=,sha256 YWI=", "",
			uploads.NewUpload{EntryID: 12, Name: "log.csv", Size: 100, Digest: "ab"}, 200},
		{"100", "filename bG9nLmNzdg==", "", uploads.NewUpload{}, 400},
		{"100", "entry eA==", "", uploads.NewUpload{}, 400},
		{"-1", "entry MTI=", "", uploads.NewUpload{}, 400},
		{"", "entry MTI=", "", uploads.NewUpload{}, 400},
		{"100", "entry MTI=", "1", uploads.NewUpload{}, 400},
		{"100", "entry MTI=,entry MTI=", "", uploads.NewUpload{}, 400},
		{"100", "entry !", "", uploads.NewUpload{}, 400},
		{"100", strings.Repeat("a", maximumMetadata+1), "", uploads.NewUpload{}, 400},
	} {
		header := http.Header{}
		for name, value := range map[string]string{"Upload-Length": c.length, "Upload-Metadata": c.metadata,
			"Upload-Defer-Length": c.later} {
			if value != "" {
				header.Set(name, value)
			}
		}
		got, err := promise(header)
		status := http.StatusOK
		if err != nil {
			status, _ = handlers.Outcome(err)
		}
		if !reflect.DeepEqual(got, c.want) || status != c.status {
			t.Errorf("%+v: %+v, %v", c, got, err)
		}
	}
	if got := metadataOf(uploads.Upload{Name: "log.csv", EntryID: 12,
		Digest: "ab"}); got != "filename bG9nLmNzdg==,entry MTI=,sha256 YWI=" {
		t.Errorf("told is %q", got)
	}
}

// TestAPartOfAnUploadFits: where it begins, how long it is at most, and its checksum.
func TestAPartOfAnUploadFits(t *testing.T) {
	for name, c := range map[string]struct {
		kind, offset, sum string
		length            int64
		state             uploads.UploadState
		status            int
	}{
		"whole":              {"application/offset+octet-stream", "40", "", 60, uploads.Arriving, 200},
		"with its sum":       {"application/offset+octet-stream", "40", "sha256 YWI=", 10, uploads.Arriving, 200},
		"too long":           {"application/offset+octet-stream", "40", "", 61, uploads.Arriving, 413},
		"another type":       {"text/plain", "40", "", 60, uploads.Arriving, 415},
		"no place":           {"application/offset+octet-stream", "x", "", 60, uploads.Arriving, 400},
		"before its end":     {"application/offset+octet-stream", "30", "", 60, uploads.Arrived, 409},
		"another sum":        {"application/offset+octet-stream", "40", "md5 YWI=", 10, uploads.Arriving, 400},
		"a sum of nothing":   {"application/offset+octet-stream", "40", "sha256", 10, uploads.Arriving, 400},
		"a sum that is none": {"application/offset+octet-stream", "40", "sha256 !", 10, uploads.Arriving, 400},
	} {
		request := httptest.NewRequestWithContext(t.Context(), http.MethodPatch, "/uploads/1", nil)
		request.ContentLength = c.length
		for header, value := range map[string]string{"Content-Type": c.kind, "Upload-Offset": c.offset,
			"Upload-Checksum": c.sum} {
			request.Header.Set(header, value)
		}
		chunk, err := chunkOf(echo.New().NewContext(request, httptest.NewRecorder()),
			uploads.Upload{Size: 100, Offset: 40, State: c.state})
		status := http.StatusOK
		if err != nil {
			status, _ = handlers.Outcome(err)
		}
		if status != c.status || err == nil && (chunk.Offset != 40 || (string(chunk.SHA256) == "ab") != (c.sum != "")) {
			t.Errorf("%s: %+v, %v, want %d", name, chunk, err, c.status)
		}
	}
	if got := (Upload{Read: 1, ToRead: 3}).ReadPercent(); got != 33 || (Upload{}).ReadPercent() != 0 {
		t.Errorf("a third is %d%%", got)
	}
}
