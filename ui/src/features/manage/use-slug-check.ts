import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { slugQuery } from './api'
import { slugProblem } from './model/slug'

const CHECK_AFTER_MS = 300

/** Asks about a slug when nothing has been typed for a moment. */
export function useSlugCheck(slug: string): { taken: boolean; free: boolean; busy: boolean } {
  const [settled, setSettled] = useState(slug)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(slug), CHECK_AFTER_MS)
    return () => clearTimeout(timer)
  }, [slug])
  const sound = slugProblem(settled) === undefined
  const answer = useQuery({ ...slugQuery(settled), enabled: sound })
  const current = sound && settled === slug
  return { taken: current && answer.data === 'taken', free: current && answer.data === 'free', busy: sound && (settled !== slug || answer.isFetching) }
}
