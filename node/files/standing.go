package files

// Standing are those of some paths that have a file in a server's folder, under their own or their disabled name.
func (s *Service) Standing(server string, paths ...string) (map[string]bool, error) {
	there := map[string]bool{}
	if len(paths) == 0 {
		return there, nil
	}
	p, err := s.open(server)
	if err != nil {
		return nil, err
	}
	defer p.close()
	for _, path := range paths {
		n, err := parsePath(path, "path")
		if err != nil {
			continue // no file has it
		}
		d, err := openFolder(p.root, n.dir())
		if err != nil {
			continue // nor has a file a place there
		}
		for _, base := range []string{n.base(), n.base() + Disabled} {
			if st, err := d.stat(base); err == nil && plain(&st, "path") == nil {
				there[path] = true
			}
		}
		d.close()
	}
	return there, nil
}
