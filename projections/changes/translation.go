package changes

import (
	"github.com/modyard/modyard/domain/translation"
	"github.com/modyard/modyard/projections/runtime"
)

func (h *handler) translationAccepted(e runtime.Event, p translation.Accepted) {
	h.linked(e, p.Version, p.Target)
}

func (h *handler) translationRevoked(e runtime.Event, p translation.Revoked) {
	h.linked(e, p.Version, p.Target)
}

func (h *handler) translationDescribed(e runtime.Event, p translation.Described) {
	h.linked(e, p.Version, p.Target)
}

func (h *handler) translationWithdrawn(e runtime.Event, p translation.Withdrawn) {
	h.linked(e, p.Version, p.Target)
}

// linked adds lines for the versions whose documents show an accepted link, or did.
func (h *handler) linked(e runtime.Event, versions ...string) {
	for _, id := range versions {
		if v := h.objects[id]; v != nil {
			h.changed(e, v, h.open(v))
		}
	}
}
