package blobs

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"time"

	"github.com/minio/minio-go/v7"

	"green500/validation/power"
)

// ErrUnavailable says that an object store does not do what it should at the moment. What it acknowledged is kept,
// and what failed can be tried again.
var ErrUnavailable = errors.New("the object store is not available")

var (
	errTaken   = errors.New("an object of this name is there already")
	errStalled = errors.New("nothing moved for " + stalled.String())
)

// request is a request to an object store. It is given up when nothing moves any more.
type request struct {
	asked   context.Context
	ctx     context.Context
	give    context.CancelFunc
	patient *time.Timer
}

func (b *Bucket) begin(asked context.Context) *request {
	ctx, give := context.WithCancel(asked)
	return &request{asked: asked, ctx: ctx, give: give, patient: time.AfterFunc(stalled, give)}
}

func (r *request) moved() { r.patient.Reset(stalled) }

func (r *request) end() {
	r.patient.Stop()
	r.give()
}

// failure says what became of a request: that the client has gone, errBlobNotFound, errTaken, that there is no room,
// or else ErrUnavailable.
func (r *request) failure(what string, err error) error {
	if asked := r.asked.Err(); asked != nil {
		return fmt.Errorf("%s: %w", what, asked)
	}
	answer, _ := errors.AsType[minio.ErrorResponse](err)
	switch {
	case answer.Code == minio.NoSuchKey:
		return fmt.Errorf("%s: %w", what, ErrNotFound)
	case answer.Code == minio.PreconditionFailed, answer.Code == "ConditionalRequestConflict":
		// another is being written
		return fmt.Errorf("%s: %w", what, errTaken)
	case r.ctx.Err() != nil:
		err = errStalled // and not that somebody has gone
	}
	return fmt.Errorf("%s: %w: %w", what, ErrUnavailable, err)
}

func explained(err error) error {
	answer, _ := errors.AsType[minio.ErrorResponse](err)
	for _, known := range []struct{ code, problem, remedy string }{
		{minio.NoSuchBucket, "the object store has no such bucket", "make it, or name another"},
		{minio.InvalidBucketName, "the object store takes no bucket of that name", "name another"},
		// as versitygw writes it
		{"XAdminUserNotFound", "the object store does not know the access key", "look at GREEN500_S3_ACCESS_KEY"},
		{minio.InvalidAccessKeyID, "the object store does not know the access key", "look at GREEN500_S3_ACCESS_KEY"},
		{minio.SignatureDoesNotMatch, "the secret key is not that of the access key", "look at GREEN500_S3_SECRET_KEY"},
		{minio.AccessDenied, "the access key may not write there", "allow it to read, write, list and delete objects"},
		{minio.AuthorizationHeaderMalformed, "the object store is in another region", "say its region in the address"},
	} {
		if answer.Code == known.code {
			return &power.InputError{Field: "--blobs", Problem: known.problem, Remedy: known.remedy}
		}
	}
	return err
}

func full(err error) bool {
	const insufficientStorage = 507
	answer, is := errors.AsType[minio.ErrorResponse](err)
	return is && (answer.StatusCode == insufficientStorage ||
		slices.Contains([]string{"QuotaExceeded", "InsufficientStorage", "XMinioStorageFull",
			"XMinioAdminBucketQuotaExceeded", "InsufficientCapacity"}, answer.Code))
}

type getting struct {
	request *request
	content io.ReaderAt
}

func (g getting) ReadAt(into []byte, at int64) (int, error) {
	g.request.moved()
	return g.content.ReadAt(into, at)
}
