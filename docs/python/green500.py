"""A small client of a green500 server, and of the command line. It needs Python 3.9 and nothing else.

    import green500
    server = green500.Server("https://green500.example.org")
    for row in server.rows("all", country="DE", sort="-efficiency"):
        print(row["edition"], row["system"], row["efficiency"])

    server = green500.Server("https://green500.example.org", token="g5_...")
    submission = server.submit("my-run", for_review=False)
    print(submission["address"], submission["report"]["granted_level"])

Copy this file beside your program. /api of a server describes every address and answer.
"""

import base64
import hashlib
import json
import os
import re
import subprocess
import time
import urllib.error
import urllib.parse
import urllib.request
import zipfile

DOCUMENTS = ("submission.yaml", "submission.yml", "submission.json")
PIECE = 1 << 20  # bytes that are read at once
ATTEMPTS = 5  # of a request that the server is too busy for


class Problem(Exception):
    """A refusal of the server: status, detail (a sentence), and errors with field, problem and remedy."""

    def __init__(self, status, answer):
        self.status = status
        self.detail = answer.get("detail") or answer.get("title") or "status %d" % status
        self.errors = answer.get("errors") or []
        super().__init__(self.detail)


class Server:
    """A green500 server. Reading published lists needs no token."""

    def __init__(self, address, token=None, timeout=60):
        """address is https://host; timeout is in seconds without an answer."""
        self.address, self.token, self.timeout = address.rstrip("/"), token, timeout

    # ---- published lists

    def lists(self):
        """Every list, the newest edition first: name, kind, entries, sha256 and more."""
        return self._json("GET", "/api/v1/lists")[0]

    def columns(self):
        """The data dictionary: columns with names, units, and the parameters that filter by them."""
        return self._json("GET", "/api/v1/columns")[0]

    def pages(self, name="all", **view):
        """The pages of a view of a list, each with rows, page, size and total. view is the query of an address, such as
        country="DE", sort="-efficiency", size=100; a list of values is any of them."""
        address = "/api/v1/lists/%s/rows?%s" % (_quoted(name), urllib.parse.urlencode(view, doseq=True))
        while address:
            page, headers = self._json("GET", address)
            yield page
            following = re.search(r'<([^>]*)>;\s*rel="next"', headers.get("Link", ""))
            address = self._here(following.group(1)) if following else None

    def rows(self, name="all", **view):
        """The rows of all pages of a view, one after the other."""
        for page in self.pages(name, **view):
            yield from page["rows"]

    def system(self, key):
        """A system, such as top500-179807, with its row in every list."""
        return self._json("GET", "/api/v1/systems/" + _quoted(key))[0]

    # ---- your submissions

    def submissions(self):
        """Your submissions and their states, without files and reports."""
        return self._json("GET", "/api/v1/submissions")[0]

    def submission(self, number):
        """A submission with its files, and its report if it could be graded."""
        return self._json("GET", "/api/v1/submissions/%d" % number)[0]

    def report(self, number):
        """The report of a submission: granted_level, aspects, numbers, findings and more. None if it could not be graded."""
        return self.submission(number).get("report")

    def submit(self, bundle, number=None, for_review=True):
        """Sends a bundle, a folder or zip with submission.yaml, and returns the submission with its report. number is the draft
        to continue; without one, a draft is started. It is submitted for review if the claimed level is granted and for_review
        is true; else it stays a draft. Files that the server has are not sent again."""
        with _Bundle(bundle) as files:
            document = files.read(files.document)
            if number is None:
                draft = self._json("POST", "/api/v1/submissions", document, {"Content-Type": "application/yaml"})[0]
            else:
                draft = self._json("PUT", "/api/v1/submissions/%d/document" % number, document, {"Content-Type": "application/yaml"})[0]
            draft = self.submission(draft["id"])
            has = {file["name"]: file["sha256"] for file in draft["files"]}
            for name in files.named_by(draft["draft"]["fields"]):
                size, digest = files.measure(name)
                if has.get(name) != digest:
                    self._upload(draft["id"], files, name, size, digest)
        graded = self._json("POST", "/api/v1/submissions/%d/verdict" % draft["id"])[0]
        report = graded.get("report")
        if for_review and report and report["granted_level"] >= report["claimed_level"]:
            self._json("POST", "/api/v1/submissions/%d/submit" % draft["id"])
            return self.submission(draft["id"])
        return graded

    # ---- requests

    def _upload(self, number, files, name, size, digest):
        """Sends a file by tus 1.0, and waits until the server has read it."""
        metadata = {"filename": name, "entry": str(number), "sha256": digest}
        headers = {
            "Tus-Resumable": "1.0.0",
            "Upload-Length": str(size),
            "Upload-Metadata": ",".join("%s %s" % (key, base64.b64encode(value.encode()).decode()) for key, value in metadata.items()),
        }
        at = self._here(self._request("POST", "/uploads", headers=headers)[1]["Location"])
        if size > 0:
            with files.open(name) as content:
                self._request("PATCH", at, content, {
                    "Tus-Resumable": "1.0.0", "Upload-Offset": "0", "Content-Length": str(size),
                    "Content-Type": "application/offset+octet-stream",
                })
        while True:
            upload = self._json("GET", at, headers={"Accept": "application/json"})[0]
            if upload["state"] == "kept":
                return
            if upload["state"] == "refused":
                raise Problem(422, {"detail": "%s: %s" % (name, upload["message"])})
            time.sleep(0.2)

    def _here(self, address):
        """The path and query of an address, so that no token travels to another server."""
        parts = urllib.parse.urlsplit(urllib.parse.urljoin(self.address + "/", address))
        return urllib.parse.urlunsplit(("", "", parts.path, parts.query, ""))

    def _json(self, method, address, body=None, headers=None):
        text, answered = self._request(method, address, body, headers)
        return json.loads(text), answered

    def _request(self, method, address, body=None, headers=None):
        """Asks the server. A request without a body is repeated if the server is too busy for it."""
        for attempt in range(1, ATTEMPTS + 1):
            request = urllib.request.Request(self.address + address, data=body, method=method, headers=headers or {})
            if self.token:
                request.add_unredirected_header("Authorization", "Bearer " + self.token)
            try:
                with urllib.request.urlopen(request, timeout=self.timeout) as answer:
                    return answer.read(), answer.headers
            except urllib.error.HTTPError as error:
                if error.code in (429, 503) and body is None and attempt < ATTEMPTS:
                    time.sleep(min(60, int(error.headers.get("Retry-After") or attempt)))
                    continue
                try:
                    said = json.loads(error.read())
                except ValueError:
                    said = {}
                raise Problem(error.code, said) from None


class _Bundle:
    """The files of a folder or zip, by their names beside the document."""

    def __init__(self, path):
        self.zip = None if os.path.isdir(path) else zipfile.ZipFile(path)
        self.top = path
        names = self.zip.namelist() if self.zip else [
            os.path.relpath(os.path.join(folder, file), path).replace(os.sep, "/") for folder, _, all in os.walk(path) for file in all
        ]
        found = [n for n in names if n.rsplit("/", 1)[-1] in DOCUMENTS and n.count("/") <= 1]
        if not found:
            raise FileNotFoundError("%s has no submission.yaml" % path)
        document = min(found, key=lambda n: n.count("/"))
        self.within = document.rpartition("/")[0] + "/" if "/" in document else ""
        self.document = document[len(self.within):]
        self.names = [n[len(self.within):] for n in names if n.startswith(self.within) and not n.endswith("/")]

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.zip:
            self.zip.close()

    def open(self, name):
        if self.zip:
            return self.zip.open(self.within + name)
        return open(os.path.join(self.top, self.within + name), "rb")

    def read(self, name):
        with self.open(name) as content:
            return content.read()

    def measure(self, name):
        """The size of a file in bytes and its SHA-256."""
        size, digest = 0, hashlib.sha256()
        with self.open(name) as content:
            for piece in iter(lambda: content.read(PIECE), b""):
                size += len(piece)
                digest.update(piece)
        return size, digest.hexdigest()

    def named_by(self, fields):
        """The files that a document names. fields is the document, taken apart by the server."""
        words = {word.strip() for value in fields.values() for word in [value] + value.split(",")}
        return sorted(name for name in self.names if name in words)


def check(bundle, *flags, program="green500"):
    """Grades a bundle offline with the command line, and returns the report. flags are those of green500 check. It raises
    ValueError with the sentences of the command if the bundle cannot be graded."""
    done = subprocess.run([program, "check", "--format", "json", *flags, bundle], capture_output=True, text=True)
    if done.returncode not in (0, 1):  # 1: the claimed level is not granted
        raise ValueError(done.stderr.strip())
    return json.loads(done.stdout)


def _quoted(text):
    return urllib.parse.quote(str(text), safe="")
