import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { suggestedSlugQuery } from './api'
import { slugFrom } from '@/lib/slug'

const ASK_AFTER_MS = 300
const han = /\p{Script=Han}/u

/** A slug for a title: at once for what is Latin, from the server where characters have to be read. */
export function useSuggestedSlug(title: string): string {
  const [settled, setSettled] = useState(title)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(title), ASK_AFTER_MS)
    return () => clearTimeout(timer)
  }, [title])
  const answer = useQuery({ ...suggestedSlugQuery(settled.trim()), enabled: han.test(settled), placeholderData: (before) => before })
  if (!han.test(title)) return slugFrom(title)
  // The server's answer to the last rest; without one the characters stand for themselves.
  return answer.data?.slug || (answer.isError || answer.data ? slugFrom(title) : '')
}
