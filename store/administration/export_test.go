package administration

import "green500/store/recorded"

// Database is what the room works on.
func (s *Administration) Database() *recorded.Database { return s.db }
