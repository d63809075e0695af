import { Download } from 'lucide-react'
import { useState } from 'react'
import { Button, buttonClass } from '@/components/ui/button'
import { Checkbox } from '@/components/ui/checkbox'
import { CopyButton } from '@/components/ui/copy-button'
import { Note } from '@/components/ui/feedback'
import { accountText as t } from '@/lib/i18n/zh-Hans/account'
import formCss from '@/components/ui/form.module.css'
import ui from '@/components/ui/ui.module.css'
import css from './recovery-codes.module.css'

/** The recovery codes, which are shown once. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const [kept, setKept] = useState(false)
  const text = codes.join('\n')
  return (
    <div className={formCss.root}>
      <Note tone="warn">{t.codesText}</Note>
      <ul className={css.root} aria-label={t.codesTitle}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className={ui.row}>
        <CopyButton className={buttonClass({ size: 'sm' })} text={text} label={t.codesCopy}>
          {t.codesCopy}
        </CopyButton>
        <a
          className={buttonClass({ size: 'sm' })}
          download="recovery-codes.txt"
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(`${text}\n`)}`}
        >
          <Download className={ui.icon14} aria-hidden />
          {t.codesSave}
        </a>
      </div>
      <Checkbox checked={kept} onChange={(event) => setKept(event.target.checked)}>
        {t.codesKept}
      </Checkbox>
      <div className={formCss.actions}>
        <Button kind="primary" disabled={!kept} onClick={onDone}>
          {t.finish}
        </Button>
      </div>
    </div>
  )
}
