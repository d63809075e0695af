package revenue

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"github.com/modyard/modyard/commands"
	"github.com/modyard/modyard/domain/fault"
	domain "github.com/modyard/modyard/domain/revenue"
	"github.com/modyard/modyard/platform/blobs"
)

// Stored is the answer to an uploaded file.
type Stored struct {
	Hash string `json:"hash"`
}

func evidenceKey(hash string) string { return blobs.PrivatePrefix + "revenue/evidence/" + hash }

func evidenceOperation() huma.Operation {
	binary := &huma.MediaType{Schema: &huma.Schema{Type: huma.TypeString, Format: "binary"}}
	return huma.Operation{
		RequestBody: &huma.RequestBody{Required: true, Content: map[string]*huma.MediaType{"application/octet-stream": binary}},
		Responses: map[string]*huma.Response{"200": {Description: "OK", Content: map[string]*huma.MediaType{
			"application/json": {Schema: &huma.Schema{Type: huma.TypeObject, Properties: map[string]*huma.Schema{"hash": {Type: huma.TypeString}}, Required: []string{"hash"}}},
		}}},
	}
}

func fileOperation() huma.Operation {
	return huma.Operation{Responses: map[string]*huma.Response{"200": {Description: "OK", Content: map[string]*huma.MediaType{
		"application/octet-stream": {Schema: &huma.Schema{Type: huma.TypeString, Format: "binary"}},
	}}}}
}

// storeEvidence is POST evidence: the file is stored under its hash, which the events name.
func (s *Service) storeEvidence(w http.ResponseWriter, r *http.Request, req commands.Request) error {
	if err := s.keeps(r.Context(), req); err != nil {
		return err
	}
	data, err := body(r, "evidence")
	if err != nil {
		return err
	}
	if len(data) == 0 {
		return fault.Invalid("evidence", "文件是空的。")
	}
	hash, err := s.KeepEvidence(r.Context(), data)
	if err != nil {
		return err
	}
	return answer(w, Stored{hash})
}

// KeepEvidence stores a file under its hash, which it returns.
func (s *Service) KeepEvidence(ctx context.Context, data []byte) (string, error) {
	hash := domain.Hash(data)
	if _, err := s.Blobs.Put(ctx, evidenceKey(hash), "application/octet-stream", bytes.NewReader(data)); err != nil {
		return "", fmt.Errorf("store evidence: %w", err)
	}
	return hash, nil
}

// body reads a file of at most MaxFile bytes.
func body(r *http.Request, field string) ([]byte, error) {
	data, err := io.ReadAll(io.LimitReader(r.Body, MaxFile+1))
	if err != nil {
		return nil, err
	}
	if len(data) > MaxFile {
		return nil, fault.TooLarge(field, "文件不能超过 5 MiB。")
	}
	return data, nil
}

func answer(w http.ResponseWriter, document any) error {
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	return json.NewEncoder(w).Encode(document)
}

// readEvidence is GET evidence/{hash}.
func (s *Service) readEvidence(w http.ResponseWriter, r *http.Request, req commands.Request) error {
	if err := s.keeps(r.Context(), req); err != nil {
		return err
	}
	hash := r.PathValue("hash")
	if err := s.stored(r.Context(), "hash", hash); err != nil {
		return fault.NotFound("凭证不存在。")
	}
	data, err := s.read(r.Context(), evidenceKey(hash))
	if err != nil {
		return err
	}
	return sendFile(w, "application/octet-stream", hash[:12]+".bin", data)
}

// sendFile answers with a file that no browser shows.
func sendFile(w http.ResponseWriter, kind, name string, data []byte) error {
	w.Header().Set("Content-Type", kind)
	w.Header().Set("Content-Disposition", `attachment; filename="`+name+`"`)
	w.Header().Set("Cache-Control", "no-store")
	_, err := w.Write(data)
	return err
}

// stored returns an error, as field, for a hash under which no evidence is stored.
func (s *Service) stored(ctx context.Context, field, hash string) error {
	if len(hash) != 64 || strings.Trim(hash, "0123456789abcdef") != "" {
		return fault.Invalid(field, "请上传凭证。")
	}
	there, err := s.Blobs.Exists(ctx, evidenceKey(hash))
	if err == nil && !there {
		return fault.Invalid(field, "凭证不存在，请重新上传。")
	}
	return err
}
