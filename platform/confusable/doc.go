// Package confusable finds texts that look alike, by the skeletons of Unicode Technical Standard #39.
package confusable
