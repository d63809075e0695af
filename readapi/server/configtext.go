package server

import (
	"context"
	"errors"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/platform/properties"
	projected "github.com/modyard/modyard/projections/server"
)

// ErrNoContent is the error of Options.Content for a content that the site does not have.
var ErrNoContent = errors.New("the content is not kept")

const (
	// serverProperties is the file whose settings are known one by one.
	serverProperties = "/server.properties"
	// mask is shown in the place of a secret.
	mask = "••••••"
)

// revision is a content for a caller. values are the settings of server.properties, with secret ones.
type revision struct {
	content contract.HostedConfigurationContent
	values  map[string]string
}

func mayReadFiles(record found) bool { return record.Permissions&projected.FilesRead != 0 }

// revision reads what a file had. Without the right to read files only server.properties is shown, without comments and with its secrets masked:
// in any other format a secret can stand in any form.
func (s *Routes) revision(ctx context.Context, record found, path string, position int64) (revision, error) {
	r := revision{content: contract.HostedConfigurationContent{Position: position}, values: map[string]string{}}
	hash, gone, err := s.find(ctx, record.ID, path, position)
	switch {
	case err != nil:
		return r, err
	case gone:
		r.content.State = configGone
		return r, nil
	case hash == "":
		r.content.State = configUnreadable
		return r, nil
	case !mayReadFiles(record) && path != serverProperties:
		r.content.State = configHidden
		return r, nil
	}
	content, err := s.Content(ctx, record.ID, hash)
	if errors.Is(err, ErrNoContent) {
		r.content.State = configMissing
		return r, nil
	}
	if err != nil {
		return r, err
	}
	if path == serverProperties {
		if file, err := properties.Parse(content); err == nil {
			r.values = file.Values()
		}
	}
	r.content.State, r.content.Foreign = configText, !utf8.Valid(content)
	text := strings.ToValidUTF8(string(content), string(utf8.RuneError))
	if !mayReadFiles(record) {
		r.content.State, text = configMasked, masked(r.values)
	}
	r.content.Text = &text
	return r, nil
}

// masked are settings, one a line, without the values of secret ones.
func masked(values map[string]string) string {
	var b strings.Builder
	for _, key := range slices.Sorted(maps.Keys(values)) {
		value := values[key]
		if secretKey(key) {
			value = mask
		}
		b.WriteString(oneLine(key) + "=" + oneLine(value) + "\n")
	}
	return b.String()
}

// oneLine keeps a value with line breaks from looking like several settings.
func oneLine(s string) string {
	return strings.NewReplacer("\r", `\r`, "\n", `\n`).Replace(strings.ToValidUTF8(s, string(utf8.RuneError)))
}

// secretKey is true for settings that look like a password.
func secretKey(key string) bool {
	key = strings.ToLower(key)
	return slices.ContainsFunc([]string{"password", "passwd", "secret", "token", "apikey", "api-key", "api_key", "private-key", "credential"}, func(w string) bool { return strings.Contains(key, w) })
}

// differences are the settings that are not the same in two revisions, in the order of their keys.
func differences(before, after revision, hide bool) []contract.HostedConfigurationKey {
	all := maps.Clone(before.values)
	maps.Copy(all, after.values)
	var out []contract.HostedConfigurationKey
	for _, key := range slices.Sorted(maps.Keys(all)) {
		was, had := before.values[key]
		is, has := after.values[key]
		if had == has && was == is {
			continue
		}
		k := contract.HostedConfigurationKey{Key: strings.ToValidUTF8(key, string(utf8.RuneError)), Secret: secretKey(key)}
		for _, side := range []struct {
			there bool
			value string
			into  **string
		}{{had, was, &k.Before}, {has, is, &k.After}} {
			if side.there && !(hide && k.Secret) {
				shown := strings.ToValidUTF8(side.value, string(utf8.RuneError))
				*side.into = &shown
			}
		}
		out = append(out, k)
	}
	return out
}
