import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { Note } from '@/components/ui/feedback'
import { versionFormText as t } from '@/lib/i18n/zh-Hans/version-form'
import { dropStaged, stagedQueries, type StagedFile } from '../../staged'

/** Offers the files of an earlier visit, which are on the server for a day. */
export function LeftBehind({
  project,
  without,
  onAdopt,
}: {
  project: string
  without: readonly string[]
  onAdopt: (files: StagedFile[]) => void
}) {
  const left = useQuery(stagedQueries.left(project))
  const [done, setDone] = useState(false)
  const files = (left.data ?? []).filter((one) => !without.includes(one.id))
  if (done || files.length === 0) return null
  return (
    <Note
      actions={
        <>
          <Button
            size="sm"
            kind="outline"
            onClick={() => {
              onAdopt(files)
              setDone(true)
            }}
          >
            {t.adopt}
          </Button>
          <Button
            size="sm"
            kind="quiet"
            onClick={() => {
              for (const file of files) dropStaged(file.id)
              setDone(true)
            }}
          >
            {t.discard}
          </Button>
        </>
      }
    >
      {t.leftBehind(
        files.length,
        files
          .map((one) => one.name)
          .slice(0, 3)
          .join('、'),
      )}
    </Note>
  )
}
