package main

import "net/http"

// Claim has a claim of the owner, and the topic of claims.
func (authorisationParts) Claim() part {
	return part{
		objects: map[string]func(*authorised) thing{
			"claim": (*authorised).claim, "claims": func(*authorised) thing { return thing{"topic": "claims"} },
		},
		requests: map[string]builder{
			"POST /project/{id}/claim": sends(evidence()),
			"POST /claim/{id}/accept":  sends(map[string]any{"reason": because}),
			"POST /claim/{id}/reject":  sends(map[string]any{"reason": because}),
		},
	}
}

func (w *authorised) claim() thing {
	w.t.Helper()
	made := w.by("owner", http.MethodPost, "/v3/project/"+w.imported()["id"]+"/claim", evidence())
	return thing{"id": made["id"].(string)}
}

func evidence() map[string]any {
	return map[string]any{"proof": "link", "address": "https://example.org/author"}
}
