package blobs_test

import (
	"context"
	"errors"
	"io"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/johannesboyne/gofakes3"
	"github.com/johannesboyne/gofakes3/backend/s3mem"

	"github.com/modyard/modyard/platform/blobs"
)

// bucket is the URL of an empty bucket in an S3-compatible store.
func bucket(t *testing.T) string {
	t.Helper()
	backend := s3mem.New()
	if err := backend.CreateBucket("site"); err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(gofakes3.New(backend).Server())
	t.Cleanup(server.Close)
	t.Setenv("AWS_ACCESS_KEY_ID", "key")
	t.Setenv("AWS_SECRET_ACCESS_KEY", "secret")
	return "s3://site?" + url.Values{"region": {"us-east-1"}, "endpoint": {server.URL}, "use_path_style": {"true"}}.Encode()
}

func TestABucketServesRangesAndDropsFailedUploads(t *testing.T) {
	s := open(t, bucket(t))
	put(t, s, "data/a/versions/b/钠 1.jar", "application/java-archive", "0123456789")
	server := site(t, s)
	res, body := get(t, "GET", server.URL+"/data/data/a/versions/b/%E9%92%A0%201.jar", "Range", "bytes=3-5")
	if res.StatusCode != 206 || body != "345" || !strings.Contains(res.Header.Get("Cache-Control"), "immutable") {
		t.Errorf("%d %q %v", res.StatusCode, body, res.Header)
	}
	broken := errors.New("connection lost")
	if _, err := s.Put(context.Background(), "half", "", io.MultiReader(strings.NewReader(strings.Repeat("x", 6<<20)), iotest.ErrReader(broken))); !errors.Is(err, broken) {
		t.Error(err)
	}
	if _, err := s.Put(context.Background(), "big", "", strings.NewReader("xxx"), blobs.MaxSize(2)); !errors.Is(err, blobs.ErrTooLarge) {
		t.Error(err)
	}
	for _, key := range []string{"half", "big"} {
		if found, err := s.Exists(context.Background(), key); err != nil || found {
			t.Errorf("%s is there: %v", key, err)
		}
	}
	if err := s.Copy(context.Background(), "copied", "data/a/versions/b/钠 1.jar"); err != nil {
		t.Error(err)
	}
	if found, err := s.Exists(context.Background(), "copied"); err != nil || !found {
		t.Errorf("the copy is missing: %v", err)
	}
}
