package jobs

// JobLease is how long a server has a job.
const JobLease = jobLease

// PeriodicKinds are the kinds of periodic jobs.
func (s *Queue) PeriodicKinds() (kinds []string) {
	for _, rule := range s.rules {
		if rule.Run != nil {
			kinds = append(kinds, string(rule.Kind))
		}
	}
	return kinds
}
