// Package httpkit is the HTTP frame of every route: one middleware stack, one shape of errors, one documented API.
//
// A request passes, from the outside in: request id, security headers, CORS, body limit, deadline, compression,
// recovery, the middlewares given to [API.Use] (authentication), the rate limit, and then the mux. Access log and
// metrics are written when the answer is complete.
package httpkit
