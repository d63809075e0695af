import { Bold, Italic, RemoveFormatting, Strikethrough, Underline, type LucideIcon } from 'lucide-react'
import { Fragment, useRef } from 'react'
import { IconButton } from '@/components/ui/button'
import { Textarea } from '@/components/ui/input'
import { cn } from '@/lib/cn'
import { useImeSafeValue } from '@/lib/ime'
import { propertyText } from '@/lib/i18n/zh-Hans/server-properties'
import { colours, piecesOf } from '../model/motd'
import ui from '@/components/ui/ui.module.css'
import css from './motd-editor.module.css'

const t = propertyText.motd
const styles: readonly { code: string; icon: LucideIcon }[] = [
  { code: 'l', icon: Bold },
  { code: 'o', icon: Italic },
  { code: 'n', icon: Underline },
  { code: 'm', icon: Strikethrough },
  { code: 'r', icon: RemoveFormatting },
]

type MotdEditorProps = { id: string; value: string; problem: string | undefined; onValue: (value: string) => void }

/** The message of the day: its text with codes, buttons that insert them, and how players see it. */
export function MotdEditor({ id, value, problem, onValue }: MotdEditorProps) {
  const field = useImeSafeValue<HTMLTextAreaElement>(value, onValue)
  const area = useRef<HTMLTextAreaElement>(null)
  const insert = (code: string) => {
    const { selectionStart: from = value.length, selectionEnd: to = value.length } = area.current ?? {}
    onValue(`${value.slice(0, from)}§${code}${value.slice(from, to)}${value.slice(to)}`)
    requestAnimationFrame(() => {
      area.current?.focus()
      area.current?.setSelectionRange(from + 2, to + 2)
    })
  }
  return (
    <div className={css.root}>
      <div className={css.tools} role="group" aria-label={t.insert}>
        {Object.entries(colours).map(([code, colour]) => (
          <button
            key={code}
            type="button"
            className={css.colour}
            style={{ background: colour }}
            title={`${t.colours[code]} §${code}`}
            aria-label={t.colour(t.colours[code] ?? code)}
            onClick={() => insert(code)}
          />
        ))}
        {styles.map(({ code, icon: Icon }) => (
          <IconButton key={code} kind="quiet" size="xs" label={`${t.style[code]} §${code}`} onClick={() => insert(code)}>
            <Icon className={ui.icon14} aria-hidden />
          </IconButton>
        ))}
      </div>
      <Textarea
        {...field}
        ref={area}
        id={id}
        rows={2}
        spellCheck={false}
        autoComplete="off"
        aria-invalid={problem ? true : undefined}
        aria-describedby={problem}
      />
      <Preview message={value} />
    </div>
  )
}

function Preview({ message }: { message: string }) {
  return (
    <div className={css.preview} data-theme="dark" role="img" aria-label={`${t.preview}：${message.replace(/§./g, '') || t.empty}`}>
      {message === '' ? <span className={css.none}>{t.empty}</span> : null}
      {piecesOf(message).map((pieces, line) => (
        <Fragment key={line}>
          {line > 0 ? <br /> : null}
          {pieces.map((piece, n) => (
            <span
              key={n}
              className={cn(piece.bold && css.bold, piece.italic && css.italic, piece.under && css.under, piece.struck && css.struck)}
              style={{ color: colours[piece.colour] }}
            >
              {piece.text}
            </span>
          ))}
        </Fragment>
      ))}
    </div>
  )
}
