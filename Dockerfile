# The tag names a version, not bytes. A release pins the bytes by the digest that the registry states for the tag:
#   docker build --build-arg GO_IMAGE=golang:1.26.8-bookworm@sha256:... .
ARG GO_IMAGE=golang:1.26.8-bookworm
FROM ${GO_IMAGE} AS build
WORKDIR /src
COPY go.mod go.sum ./
COPY store/database/nocgo/ store/database/nocgo/
RUN go mod download
COPY . .
# VERSION, or 'VERSION COMMIT TIME': the build context has no Git history.
ARG VERSION=devel
RUN CGO_ENABLED=0 go build -trimpath -buildvcs=false -ldflags="-s -w -X 'main.stamped=$VERSION'" -o /image/green500 ./cmd/green500
RUN mkdir -p /data /image/etc/ssl/certs && cp /etc/ssl/certs/ca-certificates.crt /image/etc/ssl/certs/

FROM scratch
COPY --from=build /image /
COPY --from=build --chown=65532:65532 /data /data
# A number lets an orchestrator check that the user is not root.
USER 65532:65532
# Database, evidence and temporary files are in one volume; the rest may be read-only:
#   docker run --read-only -v green500:/data -p 8080:8080 green500
ENV GREEN500_ADDR=:8080 GREEN500_DATA=/data TMPDIR=/data
VOLUME /data
EXPOSE 8080
# No HEALTHCHECK: requests to /healthz (the process answers) and /readyz (the database answers) can come from outside.
# Inside, "/green500 ready" asks /readyz.
ENTRYPOINT ["/green500"]
CMD ["serve"]
