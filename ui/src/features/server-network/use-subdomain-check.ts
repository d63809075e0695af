import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { ApiError } from '@/lib/api/errors'
import { networkQueries } from './api'
import { isSubdomain } from './model'

const CHECK_AFTER_MS = 400

/** What is known of a subdomain: `none` where it is not one. A refusal is the server's sentence. */
export type Check = { kind: 'none' | 'checking' | 'free' | 'taken' | 'unknown' } | { kind: 'refused'; text: string }

/** Checks a subdomain when typing has stopped. Answers about a former text are not shown. */
export function useSubdomainCheck(text: string): Check {
  const [settled, setSettled] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), CHECK_AFTER_MS)
    return () => clearTimeout(timer)
  }, [text])
  const { data, error, isFetching } = useQuery({ ...networkQueries.available(settled), enabled: isSubdomain(settled) })
  if (!isSubdomain(text)) return { kind: 'none' }
  if (settled !== text || isFetching) return { kind: 'checking' }
  if (ApiError.is(error, 400) || ApiError.is(error, 409)) return { kind: 'refused', text: error.description }
  if (data === undefined) return { kind: 'unknown' }
  return { kind: data ? 'free' : 'taken' }
}
