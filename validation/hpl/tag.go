package hpl

import "regexp"

// tagOf matches what launchers and collectors of logs put before each line: a rank (srun -l, jsrun), a rank or a host in brackets
// (Open MPI, Intel MPI, MPICH, kubectl), a host or a program (pdsh, syslog), a container (docker compose), or a time (ts, Open MPI).
var tagOf = regexp.MustCompile(`^\s*(?:` +
	`(?:\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d\S*\s|(?:[A-Z][a-z]{2} )?[A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d(?: \d{4}\b)?\s?)` +
	`(?:[\w.-]+ [\w./-]+(?:\[\d+\])?:\s?)?` +
	`|\d\d:\d\d:\d\d(?:[.,]\d+)?\s` +
	`|\[[^\[\]]{1,128}\]:?\s?` +
	`|<std(?:out|err)>:?\s?` +
	`|\d+[:>]\s?` +
	`|[A-Za-z][\w.-]*(?:\[\d+\])?:\s?` +
	`|[\w.-]+\s+\|\s` +
	`)`)

const maxTags = 4

func untagged(line string) string {
	for range maxTags {
		tag := tagOf.FindString(line)
		if tag == "" {
			break
		}
		line = line[len(tag):]
	}
	return line
}
