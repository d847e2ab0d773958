;;; pcl-mode.el --- Major mode for the Pulumi Configuration Language  -*- lexical-binding: t; -*-

;; URL: https://github.com/pcl-lsp/pcl-lsp
;; Version: 0.1.0
;; SPDX-License-Identifier: Apache-2.0
;; Package-Requires: ((emacs "26.1"))
;; Keywords: languages

;;; Commentary:

;; Syntax highlighting, comments and indentation for PCL programs.  Registers pcl-lsp with eglot and lsp-mode.
;; Puppet files end in .pp too, so the project file or the text decides which of the two a file is.

;;; Code:

(defgroup pcl nil
  "The Pulumi Configuration Language."
  :group 'languages)

(defcustom pcl-server-command '("pcl-lsp" "serve")
  "The language server for PCL, and its arguments."
  :type '(repeat string))

;; yaml-mode is a package of its own, and yaml-ts-mode is newer than Emacs 28.
(declare-function yaml-mode "yaml-mode")
(declare-function yaml-ts-mode "yaml-ts-mode")
(declare-function treesit-ready-p "treesit")

(defvar pcl-mode-syntax-table
  (let ((table (make-syntax-table)))
    (modify-syntax-entry ?# "< b" table)
    (modify-syntax-entry ?/ ". 124b" table)
    (modify-syntax-entry ?* ". 23" table)
    (modify-syntax-entry ?\n "> b" table)
    (modify-syntax-entry ?_ "_" table)
    (modify-syntax-entry ?- "_" table)
    table))

(defvar pcl-mode-font-lock-keywords
  '(("^\\(resource\\|config\\|output\\|component\\|read\\|hook\\|package\\|pulumi\\)\\_>[^=\n]*{" 1 font-lock-keyword-face)
    ("^\\(?:resource\\|config\\|output\\|component\\|read\\)[ \t]+\"?\\(\\(?:\\sw\\|\\s_\\)+\\)" 1 font-lock-variable-name-face)
    ("^\\s-*\\(\\(?:\\sw\\|\\s_\\)+\\)[ \t]*=[^=>]" 1 font-lock-variable-name-face)
    ("\\_<\\(?:true\\|false\\|null\\)\\_>" . font-lock-constant-face)
    ("\\_<\\(\\(?:\\sw\\|\\s_\\)+\\)(" 1 font-lock-function-name-face)))

(defun pcl-indent-line ()
  "Indent the line by two columns for each open bracket before it."
  (interactive)
  (let* ((column (save-excursion
                   (back-to-indentation)
                   (let ((depth (car (syntax-ppss))))
                     (* 2 (if (looking-at "[]})]") (max 0 (1- depth)) depth)))))
         (behind (- (point) (save-excursion (back-to-indentation) (point)))))
    (indent-line-to column)
    (when (> behind 0) (forward-char behind))))

;;;###autoload
(define-derived-mode pcl-mode prog-mode "PCL"
  "Major mode for programs in the Pulumi Configuration Language."
  (setq-local indent-line-function #'pcl-indent-line
              comment-start "# "
              comment-start-skip "\\(?:#+\\|//+\\)\\s-*"
              indent-tabs-mode nil
              tab-width 2
              font-lock-defaults '(pcl-mode-font-lock-keywords)))

(defun pcl-project-root ()
  "Return the folder of the PCL project that the visited file belongs to, or nil."
  (let ((root (and buffer-file-name (locate-dominating-file buffer-file-name "Pulumi.yaml"))))
    (and root
         (with-temp-buffer
           (insert-file-contents (expand-file-name "Pulumi.yaml" root))
           (re-search-forward "^runtime:[ \t\n]*\\(?:{? *name: *\\)?[\"']?pcl\\_>" nil t))
         root)))

(defun pcl-project-p ()
  "Return non-nil if the visited file is PCL.
It belongs to a PCL project, or there is a PCL block in its text."
  (or (pcl-project-root)
      (save-excursion
        (goto-char (point-min))
        (re-search-forward
         "^\\(?:\\(?:config\\|output\\|component\\|hook\\)[ \t]+[\"[:word:]]\\|\\(?:resource\\|read\\)[ \t]+[^ \t\n]+[ \t]+\"\\|\\(?:package\\|pulumi\\)[ \t]*{\\)"
         nil t))))

;; Other .pp files belong to Puppet and open in puppet-mode if it is installed.
;;;###autoload
(defun pcl-or-puppet-mode ()
  "Choose the major mode of a .pp file."
  (cond ((pcl-project-p) (funcall (alist-get 'pcl-mode (bound-and-true-p major-mode-remap-alist) #'pcl-mode)))
        ((fboundp 'puppet-mode) (puppet-mode))
        (t (fundamental-mode))))

;;;###autoload
(add-to-list 'auto-mode-alist '("\\.pp\\'" . pcl-or-puppet-mode))

;; A team's rules.
;;;###autoload
(add-to-list 'auto-mode-alist '("\\.pcl-rules\\.hcl\\'" . pcl-mode))

;;;###autoload
(define-derived-mode pcl-inputs-mode pcl-mode "PCL Inputs"
  "Major mode for the inputs of a resource, function or provider.
The command pulumi do reads them.")

;;;###autoload
(add-to-list 'auto-mode-alist '("\\.pcl\\'" . pcl-inputs-mode))

;; Project, stack and settings files of PCL projects have a mode of their own, so that the server gets them and no other YAML.
;;;###autoload
(define-derived-mode pcl-config-mode conf-colon-mode "PCL Config"
  "Major mode for the YAML files of a PCL project.
They are Pulumi.yaml, Pulumi.STACK.yaml and .pcl-lsp.yaml.")

;;;###autoload
(defun pcl-config-or-yaml-mode ()
  "Choose the major mode of a project, stack or settings file."
  (cond ((pcl-project-root) (pcl-config-mode))
        ((fboundp 'yaml-mode) (yaml-mode))
        ((and (fboundp 'yaml-ts-mode) (fboundp 'treesit-ready-p) (treesit-ready-p 'yaml t)) (yaml-ts-mode))
        (t (conf-colon-mode))))

;;;###autoload
(add-to-list 'auto-mode-alist '("/\\(?:Pulumi\\(?:\\.[^/]+\\)?\\|\\.pcl-lsp\\)\\.ya?ml\\'" . pcl-config-or-yaml-mode))

(defvar eglot-server-programs)
(with-eval-after-load 'eglot
  ;; eglot derives the language ids `pcl' and `pcl-inputs' from the names of the modes.
  (add-to-list 'eglot-server-programs
               (cons '(pcl-mode pcl-inputs-mode (pcl-config-mode :language-id "yaml")) pcl-server-command)))

(defvar lsp-language-id-configuration)
(declare-function lsp-register-client "lsp-mode")
(declare-function make-lsp-client "lsp-mode")
(declare-function lsp-stdio-connection "lsp-mode")
(declare-function lsp-activate-on "lsp-mode")
(with-eval-after-load 'lsp-mode
  (add-to-list 'lsp-language-id-configuration '(pcl-mode . "pcl"))
  (add-to-list 'lsp-language-id-configuration '(pcl-inputs-mode . "pcl-inputs"))
  (add-to-list 'lsp-language-id-configuration '(pcl-config-mode . "pcl-config"))
  (lsp-register-client
   (make-lsp-client :new-connection (lsp-stdio-connection (lambda () pcl-server-command))
                    :activation-fn (lsp-activate-on "pcl" "pcl-inputs" "pcl-config")
                    :server-id 'pcl-lsp)))

(provide 'pcl-mode)
;;; pcl-mode.el ends here
