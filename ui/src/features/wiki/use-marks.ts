import { useEffect, useState } from 'react'
import { keepDraft, readDraft } from '@/lib/drafts'
import { useSession } from '@/lib/session'
import { flipped, keptMarks, type Marks, type Part } from './model/groups'

/** What the viewer has looked at of a submission, kept in this browser. Marks of parts that changed are gone. */
export function useMarks(draft: string, parts: readonly Part[]): { marks: Marks; flip: (digest: string) => void } {
  const account = useSession()?.id
  const place = `wiki-seen.${draft}`
  const [marks, setMarks] = useState<Marks>(new Set())
  useEffect(() => {
    const kept = account ? readDraft(account, place)?.value : undefined
    if (Array.isArray(kept)) setMarks(new Set(kept.filter((one): one is string => typeof one === 'string')))
  }, [account, place])
  return {
    marks: keptMarks(parts, marks),
    flip: (digest) => {
      const next = flipped(marks, digest)
      setMarks(next)
      if (account) keepDraft(account, place, [...keptMarks(parts, next)])
    },
  }
}
