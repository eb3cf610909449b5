package export

import (
	"io"
	"reflect"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/compress/zstd"

	"green500/validation/lists/listing"
)

type parquetWriter struct {
	out    *parquet.GenericWriter[any]
	fields []field
}

const rowsOfGroup = 20_000

func beginParquet(w io.Writer, head Head, fields []field) (Writer, error) {
	out := parquet.NewGenericWriter[any](w, schemaOf(fields),
		parquet.Compression(&zstd.Codec{}),
		parquet.MaxRowsPerRowGroup(rowsOfGroup),
		parquet.CreatedBy("green500", "", ""),
		parquet.KeyValueMetadata("list", head.List),
		parquet.KeyValueMetadata("title", head.Title),
		parquet.KeyValueMetadata("view", head.address()),
	)
	for _, f := range fields {
		if f.unit != "" {
			out.SetKeyValueMetadata("unit:"+f.name, f.unit)
		}
	}
	return &parquetWriter{out: out, fields: fields}, nil
}

// schemaOf goes by a struct because groups that are made by hand have their columns sorted by name.
func schemaOf(fields []field) *parquet.Schema {
	types := map[kind]reflect.Type{words: reflect.TypeFor[string](), whole: reflect.TypeFor[int64](),
		figure: reflect.TypeFor[float64](), yes: reflect.TypeFor[bool]()}
	columns := make([]reflect.StructField, len(fields))
	for i, f := range fields {
		columns[i] = reflect.StructField{
			Name: "F_" + f.name, Type: reflect.PointerTo(types[f.kind]),
			Tag: reflect.StructTag(`parquet:"` + f.name + `,optional"`),
		}
	}
	return parquet.SchemaOf(reflect.New(reflect.StructOf(columns)).Interface())
}

// Write adds rows.
func (p *parquetWriter) Write(rows []listing.Row) error {
	written := make([]parquet.Row, len(rows))
	for i, row := range rows {
		written[i] = make(parquet.Row, len(p.fields))
		for column, f := range p.fields {
			value := parquet.NullValue().Level(0, 0, column)
			if known := f.value(row); known != nil {
				value = parquet.ValueOf(known).Level(0, 1, column)
			}
			written[i][column] = value
		}
	}
	_, err := p.out.WriteRows(written)
	return err
}

// Close writes the foot.
func (p *parquetWriter) Close() error { return p.out.Close() }
