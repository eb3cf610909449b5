package canonical

import (
	"encoding/binary"
	"fmt"
	"hash/crc32"

	"github.com/parquet-go/parquet-go/deprecated"
	"github.com/parquet-go/parquet-go/encoding/thrift"
	"github.com/parquet-go/parquet-go/format"

	"green500/validation/power"
)

const (
	magic     = "PAR1"
	createdBy = "green500"
	precision = 18 // the most digits that Parquet lets a decimal in an int64 have
	// most is the largest number of so many digits.
	most = 1_000_000_000_000_000_000 - 1
)

// The columns of a row group, as they lie in the file.
const (
	instrumentColumn = iota
	timeColumn
	valueColumn
	columnCount
)

func pageHeader(body []byte, h format.PageHeader) (header []byte, checksum uint32, err error) {
	checksum = crc32.ChecksumIEEE(body)
	h.UncompressedPageSize, h.CompressedPageSize, h.CRC = int32(len(body)), int32(len(body)), int32(checksum)
	header, err = thrift.Marshal(&thrift.CompactProtocol{}, &h)
	return header, checksum, err
}

func dataHeader(body []byte, rows int, encoding format.Encoding) (header []byte, checksum uint32, err error) {
	return pageHeader(body,
		format.PageHeader{Type: format.DataPageV2, DataPageHeaderV2: thrift.New(format.DataPageHeaderV2{
			NumValues: int32(rows), NumRows: int32(rows), Encoding: encoding, IsCompressed: thrift.New(false),
		})})
}

// columnOf describes a column of a row group: its values begin at an offset, behind a dictionary of so many bytes.
func columnOf(name string, kind format.Type, encodings []format.Encoding,
	rows, at, dictionary, size int64) format.ColumnChunk {
	m := format.ColumnMetaData{
		Type: kind, Encoding: encodings, PathInSchema: []string{name}, Codec: format.Uncompressed, NumValues: rows,
		TotalUncompressedSize: size, TotalCompressedSize: size, DataPageOffset: at + dictionary,
	}
	if dictionary > 0 {
		m.DictionaryPageOffset = at
	}
	return format.ColumnChunk{FileOffset: at, MetaData: m}
}

func plain(n int64) []byte { return binary.LittleEndian.AppendUint64(nil, uint64(n)) }

func between(low, high int64) format.Statistics {
	return format.Statistics{Min: plain(low), Max: plain(high), MinValue: plain(low), MaxValue: plain(high)}
}

// schema describes the columns. Values with too many digits for a decimal are whole multiples of unit.
func (g *group) schema() []format.SchemaElement {
	required := thrift.New(format.Required)
	value := format.SchemaElement{Name: valueName, Type: thrift.New(format.Int64), RepetitionType: required}
	if places := g.places(); !g.wide {
		value.LogicalType = format.LogicalType{Value: &format.DecimalType{Scale: places, Precision: precision}}
		value.ConvertedType = thrift.New(deprecated.Decimal)
		value.Scale, value.Precision = thrift.New(places), thrift.New[int32](precision)
	}
	return []format.SchemaElement{
		{Name: "trace", NumChildren: thrift.New[int32](columnCount)},
		{
			Name: instrumentName, Type: thrift.New(format.ByteArray), RepetitionType: required,
			LogicalType: format.LogicalType{Value: &format.StringType{}}, ConvertedType: thrift.New(deprecated.UTF8),
		},
		g.timeElement(),
		value,
	}
}

func (g *group) timeElement() format.SchemaElement {
	unit := format.TimeUnit{Value: &format.NanoSeconds{}}
	element := format.SchemaElement{Name: timeName, Type: thrift.New(format.Int64),
		RepetitionType: thrift.New(format.Required)}
	switch g.zeros.time.digits {
	case mostTime:
		unit.Value, element.ConvertedType = &format.MilliSeconds{}, thrift.New(deprecated.TimestampMillis)
	case timeStep:
		unit.Value, element.ConvertedType = &format.MicroSeconds{}, thrift.New(deprecated.TimestampMicros)
	}
	element.LogicalType = format.LogicalType{Value: &format.TimestampType{IsAdjustedToUTC: true, Unit: unit}}
	return element
}

func (g *group) places() int32 { return int32(placesOf[g.quantity] - g.zeros.value.digits) }

func (g *group) unit() string {
	symbol := map[power.Quantity]string{power.Power: "W", power.Energy: "J"}[g.quantity]
	if g.wide {
		return fmt.Sprintf("1e-%d %s", g.places(), symbol)
	}
	return symbol
}

func (g *group) footer() ([]byte, error) {
	order := format.ColumnOrder{Value: &format.TypeDefinedOrder{}}
	return thrift.Marshal(&thrift.CompactProtocol{}, &format.FileMetaData{
		Version: 2, Schema: g.schema(), NumRows: g.laid, RowGroups: g.written, CreatedBy: createdBy,
		KeyValueMetadata: []format.KeyValue{{Key: formKey, Value: form}, {Key: quantityKey, Value: string(g.quantity)},
			{Key: unitKey, Value: g.unit()}},
		ColumnOrders: []format.ColumnOrder{order, order, order},
	})
}
