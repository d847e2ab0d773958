;;; emacs-package.el --- The checks of MELPA for our packages  -*- lexical-binding: t; -*-

;;; Commentary:

;; Compiles the packages with every warning an error, and checks their documentation and their headers.

;;; Code:

(require 'checkdoc)
(require 'bytecomp)
(setq checkdoc-spellcheck-documentation-flag nil)

(defun verdict (name wrong)
  "Print the result of the test NAME; WRONG are the problems, or nil."
  (princ (if wrong (format "not ok %s: %s\n" name wrong) (format "ok %s\n" name))))

(defvar folder (getenv "E2E_PLUGIN"))
(add-to-list 'load-path folder)
(dolist (file (directory-files folder t "\\.el\\'"))
  (let ((name (file-name-nondirectory file)) (problems nil))
    (let ((byte-compile-error-on-warn t) (byte-compile-dest-file-function (lambda (_) (expand-file-name "compiled.elc" (getenv "E2E_SCRATCH")))))
      (verdict (concat "compiled without warnings: " name) (unless (byte-compile-file file) "see above")))
    (let ((checkdoc-create-error-function (lambda (text start _end &optional _unfixable) (push (format "%s: %s" start text) problems) nil)))
      (with-current-buffer (find-file-noselect file)
        (checkdoc-current-buffer t)))
    (verdict (concat "checkdoc: " name) problems)
    (if (require 'package-lint nil t)
        ;; Warnings are advice; that eglot and lsp-mode are optional needs what one of them is about.
        (with-current-buffer (find-file-noselect file)
          (verdict (concat "package-lint: " name)
                   (seq-filter (lambda (found) (eq (nth 2 found) 'error)) (package-lint-buffer))))
      (princ (format "skip package-lint: %s: it is not installed\n" name)))))
;;; emacs-package.el ends here
