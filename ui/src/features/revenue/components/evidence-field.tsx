import { FileCheck2, Upload } from 'lucide-react'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { FileDrop } from '@/components/ui/file-drop'
import { Star } from '@/components/ui/input'
import { ApiError } from '@/lib/api/errors'
import { cn } from '@/lib/cn'
import { siteText } from '@/lib/i18n/zh-Hans/site'
import { revenueStaffText } from '@/lib/i18n/zh-Hans/revenue-staff'
import { evidenceBytes } from '@/lib/limits.gen'
import { useEvidence } from '../treasury-commands'
import formCss from '@/components/ui/form.module.css'
import ui from '@/components/ui/ui.module.css'
import css from './treasury.module.css'

const t = revenueStaffText.evidence

type EvidenceFieldProps = {
  /** The hash of the stored file; empty until there is one. */
  value: string
  onValue: (hash: string) => void
  error?: string | undefined
  required?: boolean
}

/** A file that shows what somebody enters. It is stored at once, the form sends its hash. */
export function EvidenceField({ value, onValue, error, required }: EvidenceFieldProps) {
  const [name, setName] = useState('')
  const [refused, setRefused] = useState<string>()
  const upload = useEvidence()
  const take = (file: File) => {
    setRefused(undefined)
    onValue('')
    setName(file.name)
    if (file.size > evidenceBytes) return setRefused(t.big)
    upload.mutate(file, {
      onSuccess: ({ hash }) => onValue(hash),
      onError: (failed) => setRefused(failed instanceof ApiError ? failed.description : siteText.unknownError),
    })
    return undefined
  }
  const said = refused ?? error
  return (
    <FileDrop
      label={t.label}
      disabled={upload.isPending}
      className={(over) => cn(css.evidence, over && css.over)}
      onFiles={([file]) => (file ? take(file) : undefined)}
    >
      {(_over, choose) => (
        <>
          <span className={formCss.label}>
            {t.label}
            {required ? <Star /> : null}
          </span>
          <div className={ui.row}>
            <Button
              size="sm"
              loading={upload.isPending}
              onClick={choose}
              data-invalid={said ? true : undefined}
              aria-description={said ?? t.hint}
            >
              <Upload className={ui.icon} aria-hidden />
              {value ? t.replace : t.choose}
            </Button>
            {upload.isPending ? <span className={ui.small}>{t.uploading}</span> : null}
            {value ? (
              <span className={cn(ui.small, ui.row, ui.break)}>
                <FileCheck2 className={cn(ui.icon14, ui.ok)} aria-hidden />
                {name}
              </span>
            ) : null}
          </div>
          <p className={said ? formCss.error : formCss.hint} role={said ? 'alert' : undefined}>
            {said ?? t.hint}
          </p>
        </>
      )}
    </FileDrop>
  )
}
