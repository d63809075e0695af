import { X } from 'lucide-react'
import { useId, type InputHTMLAttributes, type ReactNode, type Ref, type TextareaHTMLAttributes } from 'react'
import { cn } from '@/lib/cn'
import { useImeSafeValue } from '@/lib/ime'
import { uiText } from '@/lib/i18n/zh-Hans/ui'
import fieldCss from './field.module.css'
import formCss from './form.module.css'
import ui from './ui.module.css'

export type FieldSize = 'sm' | 'md' | 'lg' | 'xl'

type InputProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'size'> & {
  size?: FieldSize
  icon?: ReactNode
  end?: ReactNode
  ref?: Ref<HTMLInputElement>
}

/** A one-line text field in the shared frame. */
export function Input({ size = 'md', icon, end, className, ...rest }: InputProps) {
  return (
    <span className={cn(fieldCss.root, size !== 'md' && fieldCss[size], rest['aria-invalid'] && fieldCss.invalid, className)}>
      {icon}
      <input {...rest} />
      {end}
    </span>
  )
}

/** A multi-line text field. */
export function Textarea({ className, ...rest }: TextareaHTMLAttributes<HTMLTextAreaElement> & { ref?: Ref<HTMLTextAreaElement> }) {
  return <textarea className={cn(fieldCss.root, fieldCss.area, rest['aria-invalid'] && fieldCss.invalid, className)} {...rest} />
}

type SearchInputProps = {
  value: string
  onValue: (value: string) => void
  label: string
  placeholder?: string
  size?: FieldSize
  icon?: ReactNode
  className?: string
  id?: string
  /** The field's name in a form, which a browser without scripts sends. */
  name?: string
  ref?: Ref<HTMLInputElement>
}

/** A search field that waits for the input method and has a clear button. */
export function SearchInput({ value, onValue, label, placeholder, size = 'md', icon, className, id, name, ref }: SearchInputProps) {
  const field = useImeSafeValue<HTMLInputElement>(value, onValue)
  return (
    <span className={cn(fieldCss.root, size !== 'md' && fieldCss[size], className)}>
      {icon}
      <input
        {...field}
        {...(id ? { id } : {})}
        {...(name ? { name } : {})}
        ref={ref}
        type="text"
        maxLength={200}
        enterKeyHint="search"
        autoComplete="off"
        spellCheck={false}
        aria-label={label}
        placeholder={placeholder}
      />
      {field.value ? (
        <button type="button" className={fieldCss.clear} aria-label={uiText.clear} onClick={() => onValue('')}>
          <X className={ui.icon14} aria-hidden />
        </button>
      ) : null}
    </span>
  )
}

type FormFieldProps = {
  label: ReactNode
  /** Hint under the field while it is valid. */
  hint?: ReactNode
  /** Error under the field; also marks it as invalid for screen readers. */
  error?: string | undefined
  required?: boolean
  /** A row of a wide form: the label is at the left. */
  row?: boolean
  className?: string
  children: (control: {
    id: string
    'aria-describedby': string | undefined
    'aria-invalid': boolean | undefined
    'aria-required': boolean | undefined
  }) => ReactNode
}

/** Label, control, hint and error, linked for assistive technology. */
export function FormField({ label, hint, error, required, row, className, children }: FormFieldProps) {
  const id = useId()
  const note = error ?? hint
  const body = (
    <>
      {children({
        id,
        'aria-describedby': note ? `${id}-note` : undefined,
        'aria-invalid': error ? true : undefined,
        'aria-required': required || undefined,
      })}
      {note ? (
        <p id={`${id}-note`} className={error ? formCss.error : formCss.hint} role={error ? 'alert' : undefined}>
          {note}
        </p>
      ) : null}
    </>
  )
  return (
    <div className={cn(row ? formCss.row : formCss.field, className)}>
      <label htmlFor={id}>
        {label}
        {required ? <Star /> : null}
      </label>
      {row ? <div>{body}</div> : body}
    </div>
  )
}

/** Marks a required field. */
export function Star() {
  return (
    <span className={formCss.star} aria-hidden>
      {' '}
      *
    </span>
  )
}
