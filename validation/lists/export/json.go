package export

import (
	"bytes"
	"encoding/json"
	"io"

	"green500/validation/lists/listing"
)

// jsonWriter writes an object: of which list and view it is, its columns with their units, and its rows, each an object
// with all columns in their order. What is not known is null.
type jsonWriter struct {
	out    io.Writer
	fields []field
	keys   [][]byte
	begun  bool // a row is written
}

type jsonHead struct {
	List    string       `json:"list"`
	Title   string       `json:"title"`
	View    string       `json:"view"`
	Columns []jsonColumn `json:"columns"`
}

type jsonColumn struct {
	Name  string `json:"name"`
	Title string `json:"title"`
	Unit  string `json:"unit,omitempty"`
}

func beginJSON(w io.Writer, head Head, fields []field) (Writer, error) {
	j := &jsonWriter{out: w, fields: fields}
	said := jsonHead{List: head.List, Title: head.Title, View: head.address()}
	for _, f := range fields {
		said.Columns = append(said.Columns, jsonColumn{f.name, f.title, f.unit})
		key, err := json.Marshal(f.name)
		if err != nil {
			return nil, err
		}
		j.keys = append(j.keys, append(key, ':'))
	}
	begin, err := json.Marshal(said)
	if err != nil {
		return nil, err
	}
	_, err = w.Write(append(bytes.TrimSuffix(begin, []byte("}")), `,"rows":[`...))
	return j, err
}

// Write adds rows.
func (j *jsonWriter) Write(rows []listing.Row) error {
	var out bytes.Buffer
	for _, row := range rows {
		if j.begun {
			out.WriteByte(',')
		}
		out.WriteByte('\n')
		if err := j.row(&out, row); err != nil {
			return err
		}
		j.begun = true
	}
	_, err := j.out.Write(out.Bytes())
	return err
}

func (j *jsonWriter) row(out *bytes.Buffer, row listing.Row) error {
	for i, f := range j.fields {
		out.WriteByte("{,"[min(i, 1)])
		out.Write(j.keys[i])
		value, err := json.Marshal(f.value(row))
		if err != nil {
			return err
		}
		out.Write(value)
	}
	out.WriteByte('}')
	return nil
}

// Close ends the object.
func (j *jsonWriter) Close() error {
	_, err := io.WriteString(j.out, "\n]}\n")
	return err
}
