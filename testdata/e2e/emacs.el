;;; emacs.el --- Drives Emacs with the mode we ship  -*- lexical-binding: t; -*-

;; Each test is one line of output; every wait has an end, which only a hang reaches.

(require 'cl-lib)
(require 'eglot)
(add-to-list 'load-path (getenv "E2E_PLUGIN"))
(require 'pcl-mode)

(defvar e2e-failed nil)

(defun e2e-say (&rest parts)
  (princ (concat (replace-regexp-in-string "\n" " | " (apply #'format parts)) "\n") #'external-debugging-output))

(defmacro e2e-test (name &rest body)
  (declare (indent 1))
  `(condition-case problem
       (progn ,@body (e2e-say "ok emacs: %s" ,name))
     (error (setq e2e-failed t)
            (e2e-say "not ok emacs: %s: %S" ,name problem))))

(defun e2e-wait (what condition)
  (with-timeout (30 (error "%s did not come" what))
    (let (found)
      (while (not (setq found (funcall condition)))
        (accept-process-output nil 0.02))
      found)))

(defun e2e-find (text &optional inside)
  (goto-char (point-min))
  (search-forward text)
  (goto-char (+ (match-beginning 0) (or inside 0))))

(defun e2e-line () (buffer-substring-no-properties (line-beginning-position) (line-end-position)))

(defun e2e-finding ()
  (flymake-start)
  (cl-find-if (lambda (one) (string-match-p "idd" (flymake-diagnostic-text one))) (flymake-diagnostics)))

(setq eglot-sync-connect t eglot-autoshutdown nil eglot-send-changes-idle-time 0 make-backup-files nil create-lockfiles nil)
(find-file (expand-file-name "main.pp" (getenv "E2E_WORKSPACE")))

(e2e-test "the file is PCL by its project" (cl-assert (eq major-mode 'pcl-mode)))
(e2e-test "a keyword and a comment have their colours"
  (font-lock-ensure)
  (e2e-find "resource network")
  (cl-assert (eq (get-text-property (point) 'face) 'font-lock-keyword-face))
  (e2e-find "A small program")
  (cl-assert (memq (get-text-property (point) 'face) '(font-lock-comment-face font-lock-comment-delimiter-face))))
(e2e-test "without the grammar, the mode with the grammar is this one"
  (require 'pcl-ts-mode)
  (with-temp-buffer
    (insert "config a string {}\n")
    (pcl-ts-mode)
    (font-lock-ensure)
    (cl-assert (derived-mode-p 'pcl-mode))
    (cl-assert (eq (get-text-property (point-min) 'face) 'font-lock-keyword-face))))
(e2e-test "a line is indented by its brackets"
  (e2e-find "  networkId")
  (delete-horizontal-space)
  (indent-according-to-mode)
  (cl-assert (string-prefix-p "  networkId" (e2e-line)))
  (set-buffer-modified-p nil))
(e2e-test "eglot starts the server"
  (apply #'eglot (eglot--guess-contact))
  (cl-assert (eglot-current-server)))
(e2e-test "a finding stands at its token, behind a sign beyond the first plane"
  (e2e-wait "the finding" #'e2e-finding)
  (let ((one (e2e-finding)))
    (cl-assert (equal (buffer-substring-no-properties (flymake-diagnostic-beg one) (flymake-diagnostic-end one)) ".idd"))))
(e2e-test "hover tells a type"
  (e2e-find "network.idd" 1)
  (let (told)
    (eglot-hover-eldoc-function (lambda (text &rest _) (setq told text)))
    (e2e-wait "the hover" (lambda () told))
    (cl-assert (string-match-p "network" told))))
(e2e-test "completion offers properties behind a sign beyond the first plane"
  (e2e-find "network.idd" (length "network."))
  (let ((table (nth 2 (eglot-completion-at-point))))
    (cl-assert (member "cidrBlock" (mapcar #'substring-no-properties (all-completions "" table))))))
(e2e-test "a definition is found"
  (e2e-find "network.idd" 1)
  (let ((found (xref-backend-definitions 'eglot (xref-backend-identifier-at-point 'eglot))))
    (cl-assert (= (xref-location-line (xref-item-location (car found)))
                  (save-excursion (e2e-find "resource network") (line-number-at-pos))))))
(e2e-test "formatting puts a line right"
  (e2e-find "networkId = network.id")
  (delete-region (point) (line-end-position))
  (insert "networkId=network.id")
  (eglot-format-buffer)
  (e2e-find "networkId")
  (cl-assert (equal (e2e-line) "  networkId = network.id")))
(e2e-test "rename changes all uses"
  (eglot--signal-textDocument/didChange) ; as it does by itself when one pauses
  (e2e-find "config password" 8)
  (let ((eglot-confirm-server-initiated-edits nil))
    (eglot-rename "secretWord"))
  (cl-assert (save-excursion (goto-char (point-min)) (search-forward "= secretWord" nil t))))
(e2e-test "references are listed"
  (e2e-find "resource network" 10)
  (cl-assert (= 4 (length (xref-backend-references 'eglot (xref-backend-identifier-at-point 'eglot))))))
(e2e-test "code actions are offered"
  (e2e-find "\"10.20.0.0/24\"")
  (let* ((start (eglot--pos-to-lsp-position))
         (end (eglot--pos-to-lsp-position (+ (point) (length "\"10.20.0.0/24\""))))
         (offered (jsonrpc-request (eglot--current-server-or-lose) :textDocument/codeAction
                                   (list :textDocument (eglot--TextDocumentIdentifier) :range (list :start start :end end)
                                         :context '(:diagnostics [])))))
    (cl-assert (seq-find (lambda (one) (string-match-p "Extract" (plist-get one :title))) offered))))
(e2e-test "a finding goes away with its cause"
  (e2e-find "network.idd" (length "network.i"))
  (delete-char 2)
  (insert "d")
  (eglot--signal-textDocument/didChange)
  (e2e-wait "its end" (lambda () (not (e2e-finding)))))
(e2e-test "a key of a stack file that is no config is found"
  (let ((stack (expand-file-name "Pulumi.dev.yaml" (getenv "E2E_WORKSPACE"))))
    (with-temp-file stack (insert "config:\n  e2e:zone: eu-north-a\n"))
    (find-file stack)
    (cl-assert (eq major-mode 'pcl-config-mode))
    (cl-assert (eglot-managed-p))
    (e2e-wait "the finding" (lambda ()
                              (flymake-start)
                              (cl-find-if (lambda (one) (string-match-p "zone" (flymake-diagnostic-text one))) (flymake-diagnostics))))))
(e2e-test "project files of other languages keep their mode"
  (let ((other (make-temp-file "pulumi" t)))
    (with-temp-file (expand-file-name "Pulumi.yaml" other) (insert "name: other\nruntime: nodejs\n"))
    (find-file (expand-file-name "Pulumi.yaml" other))
    (cl-assert (not (eq major-mode 'pcl-config-mode)))
    (delete-directory other t)))
(e2e-test "a manifest of Puppet is not taken for PCL"
  (with-temp-buffer
    (insert "file { '/etc/motd':\n  ensure => file,\n}\n")
    (setq buffer-file-name (expand-file-name "../site.pp" (getenv "E2E_WORKSPACE")))
    (set-auto-mode)
    (cl-assert (not (eq major-mode 'pcl-mode)))
    (setq buffer-file-name nil)))

(kill-emacs (if e2e-failed 1 0))
