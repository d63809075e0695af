package identity_test

import "testing"

func TestAnotherPasswordWithTheKeyOfAChangeIsRejected(t *testing.T) {
	s, box := newMailSite(t)
	v := s.signedUp("steve")
	change := func(password string) object { return object{"old_password": goodPassword, "new_password": password} }
	v.keyed(204, "k", "PATCH", "/v2/auth/password", change("correct-Donkey-8-battery"))
	v.keyed(204, "k", "PATCH", "/v2/auth/password", change("correct-Donkey-8-battery"))
	v.reused("k", "PATCH", "/v2/auth/password", change("a-quite-Different-1-phrase"))
	v.reused("k", "PATCH", "/v2/auth/password", change(""))

	s.visitor().want(204, "POST", "/v2/auth/password/reset", object{"username": "steve"})
	s.deliver()
	stranger, flow := s.visitor(), link(t, box.last(t, "重设"))
	reset := func(password string) object { return object{"flow": flow, "new_password": password} }
	stranger.keyed(204, "k", "PATCH", "/v2/auth/password", reset("correct-Mule-6-battery"))
	stranger.keyed(204, "k", "PATCH", "/v2/auth/password", reset("correct-Mule-6-battery"))
	stranger.reused("k", "PATCH", "/v2/auth/password", reset("a-quite-Different-1-phrase"))
	s.visitor().want(200, "POST", "/v2/auth/login", creds("steve", "correct-Mule-6-battery"))
}

func TestAnotherLinkWithTheKeyOfAVerificationIsRejected(t *testing.T) {
	s, box := newMailSite(t)
	stranger := s.visitor()
	s.signedUp("steve")
	s.deliver()
	first := link(t, box.last(t, "验证"))
	stranger.keyed(204, "k", "POST", "/v2/auth/email/verify", object{"flow": first})
	s.signedUp("alex")
	s.deliver()
	stranger.reused("k", "POST", "/v2/auth/email/verify", object{"flow": link(t, box.last(t, "验证"))})
	stranger.keyed(204, "k", "POST", "/v2/auth/email/verify", object{"flow": first})
}
