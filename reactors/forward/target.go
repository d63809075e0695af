package forward

import (
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"net"
	"net/url"
	"os"
	"regexp"
	"slices"
	"strings"
)

const (
	schemeNATS  = "nats"
	schemeKafka = "kafka"

	defaultName = "modyard.changes"

	// How Kafka checks a password.
	plain, scram256, scram512 = "plain", "scram-sha-256", "scram-sha-512"
)

// target is the address of a broker, taken apart. No error of this package contains a secret of it.
type target struct {
	scheme    string
	hosts     []string // host:port
	user      string
	password  string
	token     string      // NATS
	creds     string      // NATS: file of a user's JWT and seed
	name      string      // NATS: what subjects begin with; Kafka: the topic
	stream    string      // NATS: a stream to create where it is missing
	mechanism string      // Kafka: of SASL; empty: plain
	tls       *tls.Config // nil: plain text
}

// named is what subjects, topics and streams of both brokers may be called.
var named = regexp.MustCompile(`^[A-Za-z0-9_-]+(\.[A-Za-z0-9_-]+)*$`)

// parse takes an address apart: nats://user:password@host:4222,host2:4222?prefix=…. The hosts of a cluster are what
// net/url cannot parse.
func parse(address string) (target, error) {
	var t target
	scheme, rest, found := strings.Cut(address, "://")
	if !found || (scheme != schemeNATS && scheme != schemeKafka) {
		return t, errors.New("the address must begin with nats:// or kafka://")
	}
	rest, query, _ := strings.Cut(rest, "?")
	login, hosts := "", rest
	if at := strings.LastIndexByte(rest, '@'); at >= 0 {
		login, hosts = rest[:at+1], rest[at+1:]
	}
	u, err := url.Parse(scheme + "://" + login + "host/?" + query)
	if err != nil {
		return t, errors.New("the address is malformed: encode special characters of the login as %XX")
	}
	settings, err := url.ParseQuery(query)
	if err != nil {
		return t, errors.New("the settings of the address are malformed")
	}
	t = target{scheme: scheme, name: defaultName, user: u.User.Username()}
	password, has := u.User.Password()
	if t.password = password; login != "" && (!has || t.user == "") {
		return t, errors.New("the address has a login without a name or a password (a token is the setting token)")
	}
	if t.hosts, err = splitHosts(hosts, map[string]string{schemeNATS: "4222", schemeKafka: "9092"}[scheme]); err != nil {
		return t, err
	}
	return t, t.set(settings)
}

func splitHosts(list, port string) ([]string, error) {
	var hosts []string
	for host := range strings.SplitSeq(strings.TrimSuffix(list, "/"), ",") {
		if !strings.Contains(host, ":") || strings.HasSuffix(host, "]") {
			host = net.JoinHostPort(strings.Trim(host, "[]"), port)
		}
		name, port, err := net.SplitHostPort(host)
		if err != nil || name == "" || port == "" || strings.ContainsAny(host, "/#") {
			return nil, errors.New("the hosts of the address must look like host:port, separated by commas")
		}
		hosts = append(hosts, host)
	}
	return hosts, nil
}

func (t *target) set(settings url.Values) error {
	allowed := map[string][]string{
		schemeNATS:  {"prefix", "stream", "token", "creds", "tls", "ca", "cert", "key"},
		schemeKafka: {"topic", "mechanism", "tls", "ca", "cert", "key"},
	}[t.scheme]
	for name, values := range settings {
		if !slices.Contains(allowed, name) || len(values) != 1 || values[0] == "" {
			// The name is not shown: a password with a question mark in it looks like one.
			return fmt.Errorf("a setting is unknown, repeated or empty; known are %s", strings.Join(allowed, ", "))
		}
	}
	for _, name := range []string{"prefix", "topic"} {
		if settings.Has(name) {
			t.name = settings.Get(name)
		}
	}
	t.stream, t.token, t.creds, t.mechanism = settings.Get("stream"), settings.Get("token"), settings.Get("creds"), settings.Get("mechanism")
	if !named.MatchString(t.name) || len(t.name) > 200 {
		return errors.New("prefix and topic are words of letters, digits, - and _, with dots between them")
	}
	if t.stream != "" && (!named.MatchString(t.stream) || strings.Contains(t.stream, ".")) {
		return errors.New("stream is a word of letters, digits, - and _")
	}
	if !slices.Contains([]string{"", plain, scram256, scram512}, t.mechanism) {
		return fmt.Errorf("mechanism is %s, %s or %s", plain, scram256, scram512)
	}
	return t.secure(settings)
}

// secure reads the files of TLS. The connection is encrypted with tls=true, and where one of the files is named.
func (t *target) secure(settings url.Values) error {
	switch settings.Get("tls") {
	case "true":
	case "":
		if !settings.Has("ca") && !settings.Has("cert") && !settings.Has("key") {
			return nil
		}
	default:
		return errors.New("tls is true, or absent")
	}
	t.tls = &tls.Config{MinVersion: tls.VersionTLS12}
	if file := settings.Get("ca"); file != "" {
		pem, err := os.ReadFile(file)
		if err != nil {
			return fmt.Errorf("read the authority of the broker: %w", err)
		}
		t.tls.RootCAs = x509.NewCertPool()
		if !t.tls.RootCAs.AppendCertsFromPEM(pem) {
			return errors.New("the file of the broker's authority has no certificate")
		}
	}
	if settings.Has("cert") != settings.Has("key") {
		return errors.New("cert and key need each other")
	}
	if file := settings.Get("cert"); file != "" {
		pair, err := tls.LoadX509KeyPair(file, settings.Get("key"))
		if err != nil {
			return fmt.Errorf("read the certificate for the broker: %w", err)
		}
		t.tls.Certificates = []tls.Certificate{pair}
	}
	return nil
}

// topic is where a change of a kind goes: to a subject of its kind, or to the one topic of Kafka, where the changes of
// an object must share a partition to keep their order.
func (t *target) topic(kind string) string {
	if t.scheme == schemeKafka {
		return t.name
	}
	return t.name + "." + kind
}

// shown is the address for errors and logs.
func (t *target) shown() string { return t.scheme + "://" + strings.Join(t.hosts, ",") }
