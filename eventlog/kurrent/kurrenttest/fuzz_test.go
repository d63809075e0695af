package kurrenttest

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/kurrent-io/KurrentDB-Client-Go/protos/kurrentdb/protocols/v1/streams"
)

func FuzzStreamMetadata(f *testing.F) {
	for _, s := range []string{`{}`, `{"$maxCount":2,"$maxAge":3,"$tb":4}`, `{"$tb":9223372036854775807}`, `{"$maxAge":9223372036854775807}`,
		`{"$maxCount":"2"}`, `{"$maxCount":-1}`, `{"$acl":{"$r":"a","$w":["b","c"]}}`, `{"$acl":3}`, `null`, `[]`, ``, `{"$tb":1e400}`} {
		f.Add([]byte(s), int64(3))
	}
	f.Fuzz(func(t *testing.T, data []byte, last int64) {
		m := parseMetadata(data)
		if m.maxCount != nil && *m.maxCount < 1 || m.truncateBefore != nil && *m.truncateBefore < 0 || m.maxAge != nil && *m.maxAge < time.Second {
			t.Errorf("%s gives %+v", data, m)
		}
		now := time.Now()
		var records []*record
		for i := range min(max(last, 0)%8+1, 8) {
			records = append(records, &record{revision: i, created: now.Add(-time.Duration(i) * time.Minute)})
		}
		seen := visible(records, m, int64(len(records))-1, now)
		if len(seen) > len(records) {
			t.Errorf("%d of %d", len(seen), len(records))
		}
		back := parseMetadata(undeleted(data, max(last, 0)))
		if back.truncateBefore != nil && *back.truncateBefore != max(last, 0) {
			t.Errorf("%s undeleted at %d is truncated before %d", data, last, *back.truncateBefore)
		}
		if !json.Valid(undeleted(data, max(last, 0))) {
			t.Errorf("%s undeleted is no JSON", data)
		}
	})
}

func FuzzFilter(f *testing.F) {
	f.Add(`^[^\$].*`, "", "$metadata", true)
	f.Add(``, "thing-", "thing-1", false)
	f.Add(`(`, "", "x", true)
	f.Add(`(?=a)`, "", "a", true)
	f.Fuzz(func(t *testing.T, regex, prefix, subject string, types bool) {
		e := &streams.ReadReq_Options_FilterOptions_Expression{Regex: regex, Prefix: []string{prefix}}
		o := &streams.ReadReq_Options_FilterOptions{Filter: &streams.ReadReq_Options_FilterOptions_StreamIdentifier{StreamIdentifier: e}}
		r := &record{stream: subject}
		if types {
			o.Filter = &streams.ReadReq_Options_FilterOptions_EventType{EventType: e}
			r = &record{kind: subject}
		}
		match, err := newFilter(o)
		if err != nil {
			return
		}
		if got := match(r); regex == "" && got != strings.HasPrefix(subject, prefix) {
			t.Errorf("the prefix %q and %q: %t", prefix, subject, got)
		}
	})
}

func FuzzPackedRecord(f *testing.F) {
	f.Add([]byte{}, []byte{1}, []byte{2}, byte(1))
	f.Add([]byte(`{"a":1}`), []byte(nil), []byte(nil), byte(0))
	f.Fuzz(func(t *testing.T, foreign, data, meta []byte, flags byte) {
		unpack(foreign) // any input can be read
		gotFlags, gotData, gotMeta := unpack(pack(flags&knownFlags, data, meta))
		if gotFlags != flags&knownFlags || !bytes.Equal(gotData, data) || !bytes.Equal(gotMeta, meta) {
			t.Errorf("%x %x %x was decoded as %x %x %x", flags, data, meta, gotFlags, gotData, gotMeta)
		}
	})
}

func FuzzBasicCredentials(f *testing.F) {
	f.Add("Basic YWRtaW46Y2hhbmdlaXQ=", "admin", "changeit")
	f.Add("Bearer x", "", ":")
	f.Fuzz(func(t *testing.T, foreign, name, password string) {
		basic(foreign) // any input can be read
		if strings.Contains(name, ":") {
			return
		}
		header := "basic " + base64.StdEncoding.EncodeToString([]byte(name+":"+password))
		if gotName, gotPassword, ok := basic(header); !ok || gotName != name || gotPassword != password {
			t.Errorf("%q gives %q, %q, %t", header, gotName, gotPassword, ok)
		}
	})
}
