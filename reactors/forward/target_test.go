package forward

import (
	"crypto/sha256"
	"crypto/sha512"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/IBM/sarama"
	"github.com/xdg-go/scram"
)

func TestAnAddressIsTakenApart(t *testing.T) {
	for address, want := range map[string]target{
		"nats://broker": {scheme: "nats", hosts: []string{"broker:4222"}, name: "modyard.changes"},
		"nats://me:p%40ss@one:1,two,[::1]:3/?prefix=a.b&stream=S": {
			scheme: "nats", hosts: []string{"one:1", "two:4222", "[::1]:3"}, user: "me", password: "p@ss", name: "a.b", stream: "S",
		},
		"nats://[::1]?token=t&creds=/c": {scheme: "nats", hosts: []string{"[::1]:4222"}, token: "t", creds: "/c", name: "modyard.changes"},
		"kafka://me:p@k1,k2:9093?topic=t&mechanism=scram-sha-512": {
			scheme: "kafka", hosts: []string{"k1:9092", "k2:9093"}, user: "me", password: "p", name: "t", mechanism: "scram-sha-512",
		},
	} {
		got, err := parse(address)
		if err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%s is %+v (%v)", address, got, err)
		}
	}
}

func TestAnAddressThatWouldFailLaterIsRejectedWithoutItsSecrets(t *testing.T) {
	empty := filepath.Join(t.TempDir(), "empty.pem")
	if err := os.WriteFile(empty, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, address := range []string{
		"", "nats", "amqp://me:hunter2@broker", "nats://", "nats://me:hunter2@", "nats://me:hunter2@one,", "nats://me:hunter2@one:", "nats://hunter2@one",
		"nats://:hunter2@one", "nats://me:hunter2%zz@one", "nats://me:hun/ter2@one", "nats://me:hunter2@one/path", "nats://me:hunter2@one:1:2",
		"nats://me:hunter2@one?other=hunter2", "nats://one?token=", "nats://one?token=hunter2&token=hunter2", "nats://one?topic=a", "nats://one?prefix=a.*",
		"nats://one?prefix=.a", "nats://one?stream=a.b", "nats://me:hunter2@one?%zz", "nats://one?tls=yes", "nats://one?ca=/nowhere", "nats://one?cert=/c",
		"nats://one?ca=" + empty, "kafka://one?prefix=a", "kafka://one?stream=a", "kafka://one?token=hunter2", "kafka://one?mechanism=gssapi",
	} {
		_, err := Open(address, Options{})
		if err == nil || strings.Contains(err.Error(), "hunter2") {
			t.Errorf("%q: the error is %v", address, err)
		}
	}
}

func FuzzAnAddressIsRejectedWithoutItsSecrets(f *testing.F) {
	f.Add("nats", "me", "@one:1,two", "?prefix=a")
	f.Add("kafka", "", "@[::1", "?%zz")
	f.Add("kafka", "0?", "0", "0")
	f.Fuzz(func(t *testing.T, scheme, user, hosts, query string) {
		const secret = "zqhunter2qz"
		got, err := parse(scheme + "://" + user + ":" + secret + hosts + query)
		if err != nil {
			if strings.Contains(err.Error(), secret) && !strings.Contains(scheme+user+hosts+query, secret) {
				t.Fatalf("the error shows the password: %v", err)
			}
			return
		}
		if len(got.hosts) == 0 || got.name == "" || (got.scheme != schemeNATS && got.scheme != schemeKafka) {
			t.Fatalf("accepted as %+v", got)
		}
	})
}

func TestAnExchangeOfSCRAMProvesThePassword(t *testing.T) {
	for name, hash := range map[string]struct {
		client func() sarama.SCRAMClient
		fn     scram.HashGeneratorFcn
	}{"256": {scramSHA256, sha256.New}, "512": {scramSHA512, sha512.New}} {
		for password, right := range map[string]bool{"right": true, "wrong": false} {
			known, err := hash.fn.NewClient("site", "right", "")
			if err != nil {
				t.Fatal(err)
			}
			server, err := hash.fn.NewServer(func(string) (scram.StoredCredentials, error) {
				return known.GetStoredCredentials(scram.KeyFactors{Salt: "salt", Iters: 4096}), nil
			})
			if err != nil {
				t.Fatal(err)
			}
			client, conversation := hash.client(), server.NewConversation()
			if err := client.Begin("site", password, ""); err != nil {
				t.Fatal(err)
			}
			challenge := ""
			for range 3 {
				response, err := client.Step(challenge)
				if err != nil || client.Done() {
					break
				}
				challenge, _ = conversation.Step(response) // its refusal is Valid
			}
			if conversation.Valid() != right {
				t.Errorf("SHA-%s with the %s password: valid is %v", name, password, conversation.Valid())
			}
		}
	}
}
