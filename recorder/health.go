package recorder

// Health is "" or what is wrong with recording, in words for people.
func (s *Store) Health() string {
	if err := s.queue.health(); err != nil {
		return err.Error()
	}
	return ""
}

// ail notes that the writer cannot write.
func (s *Store) ail(err error) {
	t := trouble("record to "+s.opts.Path, err)
	if s.queue.health() == nil {
		s.opts.Logger.Error("recording is interrupted", "err", t)
	}
	s.queue.failed(t)
	s.bells.ring()
}

// heal notes that the writer can write again.
func (s *Store) heal() {
	if s.queue.recovered() {
		s.opts.Logger.Info("recording goes on", "path", s.opts.Path)
	}
}
