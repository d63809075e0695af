package kurrenttest

import (
	"context"
	"crypto/subtle"
	"encoding/base64"
	"path"
	"slices"
	"strings"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"
)

// The actions of a stream's $acl.
const (
	actionRead      = "$r"
	actionWrite     = "$w"
	actionDelete    = "$d"
	actionMetaRead  = "$mr"
	actionMetaWrite = "$mw"
)

// The roles that need no $acl.
const (
	roleAll    = "$all"
	roleAdmins = "$admins"
	roleOps    = "$ops"
)

type userKey struct{}

// authenticate puts the caller's name into the context of a call to a secure node; an empty name is an anonymous
// caller. Wrong credentials are rejected for every call.
func (s *Server) authenticate(ctx context.Context, fullMethod string) (context.Context, error) {
	if !s.options.Secure {
		return ctx, nil
	}
	headers, _ := metadata.FromIncomingContext(ctx)
	values := headers.Get("authorization")
	if len(values) == 0 {
		if slices.Contains([]string{"GetSupportedMethods"}, path.Base(fullMethod)) || strings.Contains(fullMethod, "gossip") {
			return ctx, nil
		}
		return context.WithValue(ctx, userKey{}, ""), nil
	}
	name, password, ok := basic(values[0])
	known, there := s.options.users()[name]
	if !ok || !there || subtle.ConstantTimeCompare([]byte(known), []byte(password)) != 1 {
		return nil, status.Error(codes.Unauthenticated, "Bad gRPC response. HTTP status code: 401")
	}
	return context.WithValue(ctx, userKey{}, name), nil
}

// basic parses an Authorization header.
func basic(value string) (name, password string, ok bool) {
	scheme, encoded, ok := strings.Cut(value, " ")
	if !ok || !strings.EqualFold(scheme, "basic") {
		return "", "", false
	}
	decoded, err := base64.StdEncoding.DecodeString(encoded)
	if err != nil {
		return "", "", false
	}
	return strings.Cut(string(decoded), ":")
}

// allow returns an error if the caller may not do this to a stream; an open node allows everything.
func (s *Server) allow(ctx context.Context, stream, action string) error {
	if !s.options.Secure {
		return nil
	}
	name, _ := ctx.Value(userKey{}).(string)
	if s.mayAct(name, stream, action) {
		return nil
	}
	return accessDenied(ctx)
}

func (s *Server) mayAct(name, stream, action string) bool {
	var roles []string
	switch name {
	case "": // an anonymous caller has no role
		return false
	case "admin":
		return true
	case "ops":
		roles = []string{name, roleAll, roleOps}
	default:
		roles = []string{name, roleAll}
	}
	if owner, ok := ownerOf(stream); ok {
		stream = owner
		switch action {
		case actionRead:
			action = actionMetaRead
		case actionWrite, actionDelete:
			action = actionMetaWrite
		}
	}
	allowed, ruled := s.store.aclOf(stream)[action]
	if !ruled {
		allowed = []string{roleAll}
		if strings.HasPrefix(stream, systemPrefix) {
			allowed = []string{roleAdmins}
		}
	}
	return slices.ContainsFunc(allowed, func(role string) bool { return slices.Contains(roles, role) })
}

func (s *store) aclOf(name string) map[string][]string {
	s.mu.RLock()
	defer s.mu.RUnlock()
	if of := s.streams[name]; of != nil {
		return of.meta.acl
	}
	return nil
}

func (s *Server) authenticateUnary(ctx context.Context, req any, info *grpc.UnaryServerInfo, handle grpc.UnaryHandler) (any, error) {
	ctx, err := s.authenticate(ctx, info.FullMethod)
	if err != nil {
		return nil, err
	}
	return handle(ctx, req)
}

func (s *Server) authenticateStream(srv any, ss grpc.ServerStream, info *grpc.StreamServerInfo, handle grpc.StreamHandler) error {
	ctx, err := s.authenticate(ss.Context(), info.FullMethod)
	if err != nil {
		return err
	}
	return handle(srv, &namedServerStream{ServerStream: ss, ctx: ctx})
}

type namedServerStream struct {
	grpc.ServerStream
	ctx context.Context
}

func (n *namedServerStream) Context() context.Context { return n.ctx }
