package blobs

import (
	"context"
	"net/url"
	"strings"

	"green500/validation/power"
)

// Location says where blobs are kept: in a folder of the machine, or in a bucket of an object store that speaks S3.
type Location struct {
	// At is the path of a folder, or s3://BUCKET/PREFIX?endpoint=URL&region=NAME. Without an endpoint it is Amazon's of
	// the region, which is us-east-1 if none is said; the prefix may be empty. An endpoint that begins with http:// is
	// spoken to without encryption.
	At        string
	AccessKey string // of a bucket
	SecretKey string
	Scratch   string // folder of the machine for what does not fit into memory, if At is a bucket
}

// Open opens the blobs. It returns a *power.InputError if it is not said well enough where they are, and fails
// if nothing can be kept there.
func (d Location) Open(ctx context.Context) (Blobs, error) {
	if !d.Remote() {
		return OpenFolder(d.At)
	}
	return OpenBucket(ctx, d)
}

// Remote reports whether the blobs lie in a bucket.
func (d Location) Remote() bool { return strings.HasPrefix(d.At, bucketScheme) }

const bucketScheme = "s3://"

// ScratchFolder is where a data folder has what is on its way to a bucket.
const ScratchFolder = "scratch"

type bucketAddress struct {
	endpoint *url.URL
	region   string
	bucket   string
	prefix   string // of all names; empty, or with a slash at its end
}

const amazon = "https://s3.amazonaws.com"

func isEndpoint(at *url.URL) bool {
	return (at.Scheme == "http" || at.Scheme == "https") && at.Host != "" && at.User == nil &&
		strings.Trim(at.Path, "/") == ""
}

func (d Location) address() (bucketAddress, error) {
	invalid := func(problem string) error {
		return &power.InputError{Field: "--blobs", Problem: problem,
			Remedy: "write it as s3://bucket/prefix?endpoint=https://s3.example.org&region=eu-central-1"}
	}
	at, err := url.Parse(d.At)
	switch {
	case err != nil || at.Host == "":
		return bucketAddress{}, invalid("this names no bucket")
	case at.User != nil:
		return bucketAddress{}, &power.InputError{Field: "--blobs", Problem: "keys do not belong into the address of " +
			"a bucket", Remedy: "give them as GREEN500_S3_ACCESS_KEY and GREEN500_S3_SECRET_KEY"}
	}
	said := bucketAddress{bucket: at.Host, region: "us-east-1"}
	if inside := strings.Trim(at.Path, "/"); inside != "" {
		said.prefix = inside + "/"
	}
	endpoint := amazon
	for name, values := range at.Query() {
		switch name {
		case "endpoint":
			endpoint = values[0]
		case "region":
			said.region = values[0]
		default:
			return bucketAddress{}, invalid("nothing is known of " + name)
		}
	}
	if said.endpoint, err = url.Parse(endpoint); err != nil || !isEndpoint(said.endpoint) {
		return bucketAddress{}, invalid("the endpoint has to be http:// or https:// and a host")
	}
	if d.AccessKey == "" || d.SecretKey == "" {
		return bucketAddress{}, &power.InputError{Field: "--blobs", Problem: "a bucket is opened with a key",
			Remedy: "set GREEN500_S3_ACCESS_KEY and GREEN500_S3_SECRET_KEY in the environment"}
	}
	return said, nil
}
