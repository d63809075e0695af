package app

import (
	"github.com/modyard/modyard/reactors"
	"github.com/modyard/modyard/reactors/forward"
)

// forwardArea publishes the public changes to the broker that the operator names.
func forwardArea() area {
	return area{name: "forward", mount: (*Site).openForwarder, reactors: func(s *Site) []reactors.Reactor {
		if s.forwarder == nil {
			return nil
		}
		return []reactors.Reactor{s.forwarder.Reactor()}
	}}
}

func (s *Site) openForwarder(*mounting) (err error) {
	if s.Config.ForwardURL == "" {
		return nil
	}
	if s.forwarder, err = forward.Open(s.Config.ForwardURL, forward.Options{Logger: s.Logger}); err != nil {
		return err
	}
	s.onClose(s.forwarder.Close)
	return nil
}
